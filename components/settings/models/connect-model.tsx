"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { readSettings } from "@/components/settings/api";
import { Ring } from "@/components/ui/kit/ring";
import { t as common } from "@/lib/shared/i18n/en/common";
import { isLocalProvider, PROVIDER_FACTS } from "@/lib/shared/providers";
import type { ProviderId, SettingsView } from "@/lib/shared/settings";
import { ProviderForm } from "./provider-form";
import { useModels } from "./use-models";

/**
 * The fields of a provider with one button that tests it, saves it and lets it answer new conversations.
 * `onStarted` is called after that.
 */
export function ConnectModel({ provider: id, onStarted }: { provider: ProviderId; onStarted: () => void }) {
  const { data, error } = useQuery({
    queryKey: ["settings"],
    queryFn: ({ signal }) => readSettings(signal),
    // A key that was entered elsewhere in the meantime is not needed again.
    staleTime: 0,
  });
  const [saved, setSaved] = useState<SettingsView>();
  const models = useModels(null);
  const provider = (saved ?? data)?.providers.find((one) => one.id === id);
  const fields = useRef<HTMLDivElement>(null);
  const isReady = provider !== undefined;
  useEffect(() => {
    if (isReady) fields.current?.querySelector("input")?.focus();
  }, [isReady]);
  if (error) return <p role="alert">{failureText(error)}</p>;
  if (!provider) return <Ring label={common("loading")} />;
  return (
    <div ref={fields} className="flex flex-col gap-4">
      {isLocalProvider(id) && <p className="text-ink-2">{PROVIDER_FACTS[id].start}</p>}
      <ProviderForm
        key={id}
        provider={provider}
        models={models}
        onSaved={setSaved}
        onDirty={() => {}}
        onStarted={onStarted}
      />
    </div>
  );
}
