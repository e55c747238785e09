"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo } from "react";
import { readWaiting, saveSettings } from "@/components/settings/api";
import { nameOf } from "@/components/settings/model-format";
import { useSavedChoice } from "@/components/settings/use-saved-choice";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/kit/page/note";
import { t } from "@/lib/shared/i18n/en/settingsModels";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { ModelInfo, SettingsView } from "@/lib/shared/settings";
import { ModelField } from "./model-field";
import type { Models } from "./use-models";

type PlainModelProps = {
  value: string | null;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

/** Chooses the image model. Without one, the agent has no image tools. */
export const ImageModel = (props: PlainModelProps) => (
  <PlainModel
    {...props}
    title={t("images")}
    about={t("imagesAbout")}
    label={t("modelForImages")}
    none={t("noImageTools")}
    of="images"
    save={(imageModel) => saveSettings({ imageModel })}
  />
);

export const EmbeddingModel = (props: PlainModelProps) => (
  <PlainModel
    {...props}
    title={t("embeddingModel")}
    about={t("embeddingAbout")}
    label={t("embeddingModel")}
    none={t("builtInEmbedding")}
    of="embeddings"
    save={(embeddingModel) => saveSettings({ embeddingModel })}
  >
    <Progress model={props.value} />
  </PlainModel>
);

/** Chooses the models that read speech and that speak, and the voice. */
export const VoiceModels = ({ settings, models, onSaved }: Omit<PlainModelProps, "value"> & VoiceProps) => (
  <>
    <PlainModel
      {...{ models, onSaved }}
      value={settings.transcriptionModel}
      title={t("dictation")}
      about={t("dictationAbout")}
      label={t("modelForDictation")}
      none={t("automatic")}
      of="transcription"
      save={(transcriptionModel) => saveSettings({ transcriptionModel })}
    />
    <PlainModel
      {...{ models, onSaved }}
      value={settings.speechModel}
      title={t("readingAloud")}
      about={t("readingAloudAbout")}
      label={t("modelForSpeech")}
      none={t("automatic")}
      of="speech"
      save={(speechModel) => saveSettings({ speechModel })}
    >
      <VoiceName value={settings.voice} onSaved={onSaved} />
    </PlainModel>
  </>
);

type VoiceProps = { settings: SettingsView };

function VoiceName({ value, onSaved }: { value: string | null; onSaved: (settings: SettingsView) => void }) {
  const id = useId();
  const { chosen, note, choose } = useSavedChoice(value ?? "", async (voice) => {
    const settings = await saveSettings({ voice: voice.trim() || null });
    onSaved(settings);
    return settings.voice ?? "";
  });
  return (
    <div className="mt-2 flex items-center gap-2 text-ink-2">
      <label htmlFor={id}>{t("voice")}</label>
      <Input
        id={id}
        defaultValue={chosen}
        maxLength={100}
        placeholder={t("voiceHint")}
        className="max-w-60"
        onBlur={({ target }) => target.value.trim() !== chosen && choose(target.value)}
      />
      <Note note={note} />
    </div>
  );
}

const PROGRESS_MS = 5_000;
const MAX_COUNTED = 10_000;

/**
 * Shows how many texts have no embedding yet, or that the model does not answer. Shows nothing once all texts
 * have one.
 */
function Progress({ model }: { model: string | null }) {
  const { data: waiting } = useQuery({
    queryKey: ["memory", "waiting", model],
    queryFn: ({ signal }) => readWaiting(signal),
    refetchInterval: ({ state }) => (state.data === 0 ? false : PROGRESS_MS),
  });
  if (waiting === undefined || waiting === 0) return null;
  const left = `${waiting?.toLocaleString(formatTag())}${waiting === MAX_COUNTED ? "+" : ""}`;
  return (
    <p role="status" className="mt-2 text-meta text-ink-2">
      {waiting === null ? t("embeddingSilent") : t("indexing", { left })}
    </p>
  );
}

const UNKNOWN = {
  contextWindow: null,
  can: { tools: null, images: null, reasoning: null },
  price: null,
} satisfies Partial<ModelInfo>;

type FieldProps = PlainModelProps & {
  title: string;
  about: string;
  label: string;
  none: string;
  of: "images" | "embeddings" | "transcription" | "speech";
  save: (id: string | null) => Promise<SettingsView>;
  children?: ReactNode;
};

function PlainModel({ models, onSaved, of, save, ...field }: FieldProps) {
  const { view } = models;
  const plain = useMemo<Models>(() => {
    const listed = view && { ...view, models: view[of].map((model) => ({ ...model, ...UNKNOWN })) };
    return { ...models, view: listed };
  }, [models, view, of]);
  return (
    <ModelField
      {...field}
      models={plain}
      isPlain
      titleOf={(id) =>
        id === null ? field.none : (view?.[of].find((model) => model.id === id)?.name ?? nameOf(id))
      }
      save={async (id) => onSaved(await save(id))}
    />
  );
}
