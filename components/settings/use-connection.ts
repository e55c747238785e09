"use client";

import { modelTest, type ProviderView, type SettingsView } from "@/lib/shared/settings";
import { saveSettings, testModel } from "./api";
import { nameOf } from "./model-words";
import { isSetUp } from "./provider-state";
import { useKeyForm } from "./use-key-form";
import type { Models } from "./use-models";

export type ConnectionProps = {
  provider: ProviderView;
  models: Models;
  onSaved: (settings: SettingsView) => void;
  onDirty: (isDirty: boolean) => void;
};

/** What a provider was given in the form: to be tried, saved, or taken away. */
export function useConnection({ provider, models, onSaved, onDirty }: ConnectionProps) {
  const { id, needsKey, takesUrl } = provider;
  return useKeyForm({
    needs: needsKey ? "apiKey" : "baseUrl",
    isSetUp: isSetUp(provider),
    savedUrl: savedUrl(provider),
    takesUrl,
    shape: modelTest.shape,
    testing: "Asking for one word",
    change: async (wanted) => {
      const settings = await saveSettings({ providers: { [id]: wanted } });
      onSaved(settings);
      await models.reload();
      return savedUrl(settings.providers.find((other) => other.id === id) ?? provider);
    },
    attempt: async (given) => {
      const result = await testModel({ provider: id, ...given });
      if (!result.ok) return { kind: "bad", words: result.message };
      const { model, milliseconds } = result;
      const words = `Works: ${nameOf(model)} answered in ${(milliseconds / 1_000).toFixed(1)} s.`;
      return { kind: "good", words, model };
    },
    onDirty,
  });
}

const savedUrl = ({ baseUrl, baseUrlFrom }: ProviderView) => (baseUrlFrom === "settings" && baseUrl) || "";
