import { Trouble } from "@/components/client/shell/trouble";
import { requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/pages";

export default async function NotFound() {
  await requirePage("/");
  return <Trouble title={t("notFound")}>{t("linkOutdated")}</Trouble>;
}
