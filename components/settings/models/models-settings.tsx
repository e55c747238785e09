"use client";

import { Accordion } from "radix-ui";
import { useState } from "react";
import { saveSettings } from "@/components/settings/api";
import { formatContext, formatPrice, nameOf } from "@/components/settings/model-format";
import { inOrder, providerState } from "@/components/settings/provider-state";
import { SetupRow } from "@/components/settings/setup-row";
import { useSavedChoice } from "@/components/settings/use-saved-choice";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t } from "@/lib/shared/i18n/en/settingsModels";
import { isLocalProvider, PROVIDER_FACTS } from "@/lib/shared/providers";
import type { ModelsView, ProviderView, SettingsView } from "@/lib/shared/settings";
import { FallbackModelList } from "./fallback-model-list";
import { ModelField } from "./model-field";
import { EmbeddingModel, ImageModel, VoiceModels } from "./plain-models";
import { ProviderForm } from "./provider-form";
import { type Models, useModels } from "./use-models";

type ModelsViewProps = {
  settings: SettingsView;
  /**
   * The models that the server knew when it rendered the page; null if asking all providers would have delayed
   * it.
   */
  models: ModelsView | null;
};

export function ModelsSettings({ settings: initialSettings, models: initialModels }: ModelsViewProps) {
  const [settings, setSettings] = useState(initialSettings);
  const models = useModels(initialModels);
  return (
    <>
      <ProviderList settings={settings} models={models} onSaved={setSettings} />
      <DefaultModel value={settings.model} models={models} onSaved={setSettings} />
      <FallbackModelsCard value={settings.successors} models={models} onSaved={setSettings} />
      <ImageModel value={settings.imageModel} models={models} onSaved={setSettings} />
      <VoiceModels settings={settings} models={models} onSaved={setSettings} />
      <EmbeddingModel value={settings.embeddingModel} models={models} onSaved={setSettings} />
    </>
  );
}

type ProviderListProps = {
  settings: SettingsView;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

/** Lists the providers in expandable rows. Their order does not change while the user edits. */
function ProviderList({ settings, models, onSaved }: ProviderListProps) {
  const [order] = useState(() => inOrder(settings.providers, models.view).map(({ id }) => id));
  const rows = order.flatMap((id) => settings.providers.find((provider) => provider.id === id) ?? []);
  return (
    <section aria-labelledby="providers" className="flex flex-col gap-2">
      <h2 id="providers" className="text-prose font-medium max-md:px-1">
        {t("providers")}
      </h2>
      <Accordion.Root
        type="single"
        collapsible
        className="divide-y divide-line rounded-sheet bg-sheet shadow-sheet"
      >
        {rows.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} models={models} onSaved={onSaved} />
        ))}
      </Accordion.Root>
    </section>
  );
}

type ProviderRowProps = {
  provider: ProviderView;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

function ProviderRow({ provider, models, onSaved }: ProviderRowProps) {
  const { id, title } = provider;
  const { about, start } = PROVIDER_FACTS[id];
  const [isDirty, setIsDirty] = useState(false);
  const state = providerState(provider, models.view);
  return (
    <SetupRow {...{ id, title, about, state, isDirty }} problem={state.problem}>
      {isLocalProvider(id) && state.kind === "off" && <p className="max-w-prose text-ink-2">{start}</p>}
      <ProviderForm provider={provider} models={models} onSaved={onSaved} onDirty={setIsDirty} />
    </SetupRow>
  );
}

type FallbackModelsProps = { value: string[]; models: Models; onSaved: (settings: SettingsView) => void };

function FallbackModelsCard({ value, models, onSaved }: FallbackModelsProps) {
  const { chosen, note, choose } = useSavedChoice(value, async (wanted) => {
    const settings = await saveSettings({ successors: wanted });
    onSaved(settings);
    return settings.successors;
  });
  return (
    <TitledCard title={t("fallbackModels")} about={t("fallbackAbout")} action={<Note note={note} />}>
      <FallbackModelList value={chosen} models={models} onChange={choose} />
    </TitledCard>
  );
}

type DefaultModelProps = {
  value: string | null;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

function DefaultModel({ value, models, onSaved }: DefaultModelProps) {
  return (
    <ModelField
      title={t("newConversations")}
      label={t("modelOfNew")}
      value={value}
      none={t("automatic")}
      models={models}
      titleOf={(id) => titleOf(id, models.view)}
      factsOf={(id) => factsOf(id, models.view)}
      save={async (id) => {
        onSaved(await saveSettings({ model: id }));
        // Do not await: this asks every provider, which can be slow and must not delay the next choice.
        void models.reload();
      }}
    />
  );
}

function titleOf(id: string | null, view: ModelsView | null): string {
  const name = (id: string) => view?.models.find((model) => model.id === id)?.name ?? nameOf(id);
  if (id !== null) return name(id);
  return view ? t("automaticNow", { model: name(view.default) }) : t("automatic");
}

function factsOf(id: string | null, view: ModelsView | null): string {
  const model = view?.models.find((model) => model.id === (id ?? view.default));
  if (!model) return "";
  const context = model.contextWindow === null ? "" : formatContext(model.contextWindow);
  return [context, formatPrice(model)].filter(Boolean).join(" · ");
}
