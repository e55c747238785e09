import { titled } from "@/app/page-metadata";
import { ApiReference } from "@/components/settings/reference/api-reference";
import { SettingsPage } from "@/components/settings/settings-page";
import { addressOf } from "@/lib/doors/programs/address";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as pages } from "@/lib/shared/i18n/en/pages";
import { t } from "@/lib/shared/i18n/en/settingsReference";

export const metadata = titled(() => t("title"));

export default async function ApiPage() {
  await requirePage("/settings/tokens/api");
  return (
    <SettingsPage
      title={t("title")}
      about={t("about")}
      parent={{ href: "/settings/tokens", title: pages("accessTokens") }}
    >
      <ApiReference address={addressOf("/api/openapi.json")} />
    </SettingsPage>
  );
}
