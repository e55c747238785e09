"use client";

import { useEffect, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { saveSettings } from "@/components/settings/api";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/kit/agent-base";
import { t } from "@/lib/shared/i18n/en/settingsModels";
import { isLocalProvider } from "@/lib/shared/providers";
import type { ModelInfo } from "@/lib/shared/settings";
import { useModels } from "./use-models";

/** If no model is connected but one runs on this machine, offers to use it. */
export function LocalOffer() {
  const router = useRouter();
  const isIdle = useIsIdle();
  // Nothing is offered while the models load or if loading fails.
  const { view } = useModels(null, isIdle);
  const model = view && bestOf(view.models);
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = useRef(false);

  const use = async (id: string) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await saveSettings({ model: id });
      router.refresh();
    } catch (error) {
      setProblem(t("notChanged", { error: failureText(error) }));
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <span role="status">
      {model &&
        !problem &&
        t.rich("localOffer", {
          model: model.name,
          use: (chunks) => (
            <Button key="use" variant="link" className="inline text-meta" onClick={() => use(model.id)}>
              {chunks}
            </Button>
          ),
        })}
      {problem}
    </span>
  );
}

const bestOf = (models: ModelInfo[]): ModelInfo | undefined =>
  models
    .filter(({ provider }) => provider !== "demo" && isLocalProvider(provider))
    .toSorted((a, b) => Number(b.can.tools ?? false) - Number(a.can.tools ?? false))[0];

/** Returns true once the browser is idle, or after 1 s in Safari, which lacks `requestIdleCallback`. */
function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const act = () => setIsIdle(true);
    if ("requestIdleCallback" in window) {
      const handle = requestIdleCallback(act);
      return () => cancelIdleCallback(handle);
    }
    const timer = setTimeout(act, 1_000);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}
