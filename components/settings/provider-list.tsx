"use client";

import { Accordion } from "radix-ui";
import { useState } from "react";
import type { SettingsView } from "@/lib/shared/settings";
import { ProviderRow } from "./provider-row";
import { inOrder } from "./provider-state";
import type { Models } from "./use-models";

type ProviderListProps = {
  settings: SettingsView;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

/** Every provider in a row that opens. Rows keep their place while one connects and disconnects. */
export function ProviderList({ settings, models, onSaved }: ProviderListProps) {
  const [order] = useState(() => inOrder(settings.providers, models.view).map(({ id }) => id));
  const rows = order.flatMap((id) => settings.providers.find((provider) => provider.id === id) ?? []);
  return (
    <section aria-labelledby="providers" className="flex flex-col gap-2">
      <h2 id="providers" className="text-prose font-medium max-md:px-1">
        Providers
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
