import { titled } from "@/app/page-metadata";
import { SettingsOverview } from "@/components/settings/settings-overview";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { loadSettings } from "./settings";

export const metadata = titled(() => common("settings"));

export default async function SettingsPage() {
  await requirePage("/settings");
  return <SettingsOverview settings={(await loadSettings()).view} />;
}
