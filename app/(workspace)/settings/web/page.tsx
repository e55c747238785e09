import type { Metadata } from "next";
import { SearchSettings } from "@/components/settings/search-settings";
import { SettingsPage } from "@/components/settings/settings-page";
import { WebReach } from "@/components/settings/web-reach";
import { requirePage } from "@/lib/platform/access/session";
import { aboutBrowser } from "@/lib/web/browser/about";
import { loadSettings } from "../settings";

export const metadata: Metadata = { title: "Web · Easel" };

export default async function WebPage() {
  await requirePage("/settings/web");
  const { view } = await loadSettings();
  return (
    <SettingsPage title="Web" about="The search engine, and what tools can reach.">
      <SearchSettings settings={view} />
      <WebReach egressAllow={view.egressAllow}>
        <p>{aboutBrowser()}</p>
      </WebReach>
    </SettingsPage>
  );
}
