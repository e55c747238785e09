import { titled } from "@/app/page-metadata";
import { ModelsSettings } from "@/components/settings/models/models-settings";
import { SettingsPage } from "@/components/settings/settings-page";
import { availableModels } from "@/lib/models/providers/available";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { loadSettings } from "../settings";

export const metadata = titled(() => common("models"));

/** The page waits this long for the providers' lists of models. Otherwise it is rendered without them. */
const SOON_MS = 400;

export default async function ModelsPage() {
  await requirePage("/settings/models", { role: "admin", right: "own" });
  const { stored, view } = await loadSettings();
  const models = await Promise.race([
    availableModels(stored).catch(() => null),
    new Promise<null>((done) => setTimeout(done, SOON_MS, null)),
  ]);
  return (
    <SettingsPage title={common("models")}>
      <ModelsSettings settings={view} models={models} />
    </SettingsPage>
  );
}
