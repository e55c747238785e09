import { titled } from "@/app/page-metadata";
import { SearchSettings } from "@/components/settings/search-settings";
import { SettingsPage } from "@/components/settings/settings-page";
import { WebReach } from "@/components/settings/web-reach";
import { requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/pages";
import { aboutBrowser } from "@/lib/web/browser/about";
import { loadSettings } from "../settings";

export const metadata = titled(() => t("web"));

export default async function WebPage() {
  await requirePage("/settings/web", { role: "admin", right: "own" });
  const { view } = await loadSettings();
  return (
    <SettingsPage title={t("web")}>
      <SearchSettings settings={view} />
      <WebReach egressAllow={view.egressAllow}>
        <p>{aboutBrowser()}</p>
      </WebReach>
    </SettingsPage>
  );
}
