"use client";

import { useCallback, useEffect, useState } from "react";
import { useChanges } from "@/components/client/changes";
import { wordsOf } from "@/components/settings/api";
import type { AssembledPrompt } from "@/lib/shared/tools/assembled";
import { readAssembled, type Wanted } from "./api";

const SETTLE_MS = 300;

type Read = { of: string; prompt?: AssembledPrompt; problem?: string };

/** What a model would be given now; read again when anything has changed. */
export function useAssembled({ conversation, model }: Wanted) {
  const [read, setRead] = useState<Read>();
  const [turn, setTurn] = useState(0);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  const of = `${conversation} ${model}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn reads again
  useEffect(() => {
    const leave = new AbortController();
    const wanted = { ...(conversation && { conversation }), ...(model && { model }) };
    readAssembled(wanted, leave.signal).then(
      (prompt) => setRead({ of, prompt }),
      (error) => {
        if (!leave.signal.aborted) setRead((before) => ({ ...before, of, problem: wordsOf(error) }));
      },
    );
    return () => leave.abort();
  }, [of, turn]);

  const listen = useChanges();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen(() => {
      clearTimeout(timer);
      timer = setTimeout(again, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [listen, again]);

  const isCurrent = read?.of === of;
  return {
    prompt: read?.prompt,
    problem: isCurrent ? read?.problem : undefined,
    isReading: !isCurrent,
    again,
  };
}
