"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { ModelInfo } from "@/lib/shared/settings";
import { readModels, saveSettings, wordsOf } from "./api";
import { isLocalProvider } from "./provider-facts";

/** Where nobody has connected a model and one runs on this machine: lets it answer, with one press. */
export function LocalOffer() {
  const router = useRouter();
  const [model, setModel] = useState<ModelInfo | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = useRef(false);

  useEffect(() => {
    const left = new AbortController();
    const cancel = whenIdle(() =>
      readModels(left.signal).then(
        ({ models }) => setModel(bestOf(models) ?? null),
        // An offer that nobody waits for: without an answer there is none.
        () => {},
      ),
    );
    return () => {
      left.abort();
      cancel();
    };
  }, []);

  const use = async (id: string) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await saveSettings({ model: id });
      router.refresh();
    } catch (error) {
      setProblem(`Not changed. ${wordsOf(error)}`);
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <span role="status">
      {model && !problem && (
        <>
          {model.name} runs on this machine.{" "}
          <Button variant="link" className="inline text-meta" onClick={() => use(model.id)}>
            Use it
          </Button>
        </>
      )}
      {problem}
    </span>
  );
}

/** One that can use tools before one that cannot. */
const bestOf = (models: ModelInfo[]): ModelInfo | undefined =>
  models
    .filter(({ provider }) => provider !== "demo" && isLocalProvider(provider))
    .toSorted((a, b) => Number(b.can.tools ?? false) - Number(a.can.tools ?? false))[0];

/** Safari knows no idle time: there a moment has to do. */
function whenIdle(act: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(act);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, 1_000);
  return () => clearTimeout(timer);
}
