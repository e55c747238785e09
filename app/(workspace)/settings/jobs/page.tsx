import { titled } from "@/app/page-metadata";
import { Queues } from "@/components/settings/queues";
import { SettingsPage } from "@/components/settings/settings-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/pages";

export const metadata = titled(() => t("backgroundWork"));

export default async function QueuesPage() {
  await requirePage("/settings/jobs", { role: "admin" });
  return (
    <SettingsPage title={t("backgroundWork")}>
      <Queues />
    </SettingsPage>
  );
}
