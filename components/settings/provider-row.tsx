"use client";

import { useState } from "react";
import type { ProviderView, SettingsView } from "@/lib/shared/settings";
import { isLocalProvider, PROVIDER_FACTS } from "./provider-facts";
import { ProviderForm } from "./provider-form";
import { providerState } from "./provider-state";
import { SetupRow } from "./setup-row";
import type { Models } from "./use-models";

type ProviderRowProps = {
  provider: ProviderView;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

/** One provider of models. */
export function ProviderRow({ provider, models, onSaved }: ProviderRowProps) {
  const { id, title } = provider;
  const { about, start } = PROVIDER_FACTS[id];
  const [isDirty, setIsDirty] = useState(false);
  const standing = providerState(provider, models.view);
  return (
    <SetupRow {...{ id, title, about, standing, isDirty }} problem={standing.problem}>
      {isLocalProvider(id) && standing.kind === "off" && <p className="max-w-prose text-ink-2">{start}</p>}
      <ProviderForm provider={provider} models={models} onSaved={onSaved} onDirty={setIsDirty} />
    </SetupRow>
  );
}
