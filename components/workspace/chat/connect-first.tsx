"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/kit/agent-base";
import { later } from "@/components/ui/later";
import { t } from "@/lib/shared/i18n/en/chat";
import { PROVIDER_FACTS } from "@/lib/shared/providers";
import type { ProviderId } from "@/lib/shared/settings";

const loadForm = () =>
  import("@/components/settings/models/connect-model").then((module) => module.ConnectModel);
const preload = () => void loadForm().catch(() => {});
const ConnectModel = later(loadForm);
const LocalOffer = later(() =>
  import("@/components/settings/models/local-offer").then((module) => module.LocalOffer),
);

const IDS = Object.keys(PROVIDER_FACTS) as ProviderId[];

/** Connects a model in place: provider, key or address, Start. */
export function ConnectFirst({ onReady }: { onReady: () => void }) {
  const router = useRouter();
  const [provider, setProvider] = useState<ProviderId | null>(null);
  const started = () => {
    onReady();
    router.refresh();
  };
  return (
    <section aria-labelledby="connect" className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h3 id="connect" className="font-medium">
          {t("connectModel")}
        </h3>
        <p className="text-meta text-ink-2">{t("demoAnswers")}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {IDS.map((id) => (
          <Button
            key={id}
            variant={id === provider ? "secondary" : "outline"}
            aria-pressed={id === provider}
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => setProvider(id === provider ? null : id)}
          >
            {PROVIDER_FACTS[id].title}
          </Button>
        ))}
      </div>
      {/* Has its height from the start, because the offer loads later and must not move what is below. */}
      <p className="min-h-4 text-meta text-ink-2">
        <LocalOffer />
      </p>
      {provider && (
        <div className="rounded-sheet border border-line p-4">
          <ConnectModel key={provider} provider={provider} onStarted={started} />
        </div>
      )}
    </section>
  );
}
