"use client";

import type { ModelsView, SettingsView } from "@/lib/shared/settings";
import { saveSettings } from "./api";
import { ModelField } from "./model-field";
import { contextWords, nameOf, priceWords } from "./model-words";
import type { Models } from "./use-models";

type DefaultModelProps = {
  value: string | null;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

/** The model of new conversations. */
export function DefaultModel({ value, models, onSaved }: DefaultModelProps) {
  return (
    <ModelField
      title="New conversations"
      about="Which model answers in them. A conversation can choose another one at its top."
      label="Model of new conversations"
      value={value}
      none="Whatever is connected"
      models={models}
      titleOf={(id) => titleOf(id, models.view)}
      factsOf={(id) => factsOf(id, models.view)}
      save={async (id) => {
        onSaved(await saveSettings({ model: id }));
        await models.reload();
      }}
    />
  );
}

function titleOf(id: string | null, view: ModelsView | null): string {
  const name = (id: string) => view?.models.find((model) => model.id === id)?.name ?? nameOf(id);
  if (id !== null) return name(id);
  return view ? `Whatever is connected, now ${name(view.default)}` : "Whatever is connected";
}

function factsOf(id: string | null, view: ModelsView | null): string {
  const model = view?.models.find((model) => model.id === (id ?? view.default));
  if (!model) return "";
  const context = model.contextWindow === null ? "" : contextWords(model.contextWindow);
  return [context, priceWords(model)].filter(Boolean).join(" · ");
}
