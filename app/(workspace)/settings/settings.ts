import { viewLimits } from "@/lib/agent/step/limits";
import { viewSettings } from "@/lib/models/providers/settings-view";
import { pageAgent } from "@/lib/platform/access/require-page";
import type { SettingsView } from "@/lib/shared/settings";
import { readSettings, type Settings } from "@/lib/store/agents/settings";
import { viewSearch } from "@/lib/web/search/settings-view";

export async function loadSettings(): Promise<{ stored: Settings; view: SettingsView }> {
  const stored = await readSettings(await pageAgent());
  const { settings } = viewSettings(stored, viewLimits(stored));
  return { stored, view: { ...settings, ...viewSearch(stored) } };
}
