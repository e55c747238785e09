import { titled } from "@/app/page-metadata";
import { Imports } from "@/components/settings/imports/imports";
import { SettingsPage } from "@/components/settings/settings-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/imports";
import { t as shell } from "@/lib/shared/i18n/en/shell";

export const metadata = titled(() => shell("import"));

export default async function ImportPage() {
  await requirePage("/settings/import", { right: "edit" });
  return (
    <SettingsPage title={shell("import")} about={t("about")}>
      <Imports now={new Date().toISOString()} />
    </SettingsPage>
  );
}
