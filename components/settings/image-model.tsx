"use client";

import { useMemo } from "react";
import type { ModelInfo, SettingsView } from "@/lib/shared/settings";
import { saveSettings } from "./api";
import { ModelField } from "./model-field";
import { nameOf } from "./model-words";
import type { Models } from "./use-models";

type ImageModelProps = {
  value: string | null;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

const UNKNOWN = {
  contextWindow: null,
  can: { tools: null, images: null, reasoning: null },
  price: null,
} satisfies Partial<ModelInfo>;

/** The model that makes pictures; as long as there is none, the agent knows nothing of pictures. */
export function ImageModel({ value, models, onSaved }: ImageModelProps) {
  const { view } = models;
  const pictures = useMemo<Models>(() => {
    const listed = view && { ...view, models: view.images.map((model) => ({ ...model, ...UNKNOWN })) };
    return { ...models, view: listed };
  }, [models, view]);
  return (
    <ModelField
      title="Images"
      about="Which model makes and edits images. Each one costs what its provider asks for it."
      label="Model for images"
      value={value}
      none="None: the agent makes no images"
      models={pictures}
      isPlain
      titleOf={(id) =>
        id === null
          ? "None: the agent makes no images"
          : (view?.images.find((model) => model.id === id)?.name ?? nameOf(id))
      }
      save={async (id) => onSaved(await saveSettings({ imageModel: id }))}
    />
  );
}
