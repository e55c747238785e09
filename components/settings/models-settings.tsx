"use client";

import { useState } from "react";
import type { ModelsView, SettingsView } from "@/lib/shared/settings";
import { DefaultModel } from "./default-model";
import { ImageModel } from "./image-model";
import { ProviderList } from "./provider-list";
import { useModels } from "./use-models";

type ModelsViewProps = {
  settings: SettingsView;
  /** Null where asking all providers would have kept the page waiting. */
  models: ModelsView | null;
};

/** Which model answers, and the providers that bring models. */
export function ModelsSettings({ settings: known, models: knownModels }: ModelsViewProps) {
  const [settings, setSettings] = useState(known);
  const models = useModels(knownModels);
  return (
    <>
      <DefaultModel value={settings.model} models={models} onSaved={setSettings} />
      <ImageModel value={settings.imageModel} models={models} onSaved={setSettings} />
      <ProviderList settings={settings} models={models} onSaved={setSettings} />
    </>
  );
}
