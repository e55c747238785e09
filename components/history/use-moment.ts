"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { useChanges } from "@/components/client/changes";
import { historyOf } from "@/components/client/events";
import { ApiError } from "@/components/client/request";
import { wordsOf } from "@/components/versions/trouble";
import type { MomentPreview } from "@/lib/shared/history";
import { readMoment } from "./api";
import { restoreAll } from "./restore-all";

const SETTLE_MS = 250;

const tooEarly = z.object({ first: z.string() });

type Problem = {
  words: string /** When the agent began, where the moment was before that. */;
  first?: string;
};
type Known = { at: string; preview?: MomentPreview; problem?: Problem };

/** What would change if all went back to a moment, as it is now, and the way there. */
export function useMoment(at: string, onDone: () => void) {
  const listen = useChanges();
  const [known, setKnown] = useState<Known>();
  const [isStale, setIsStale] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const busy = useRef(false);

  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const preview = await readMoment(at, signal);
        if (!signal?.aborted) setKnown({ at, preview });
      } catch (error) {
        const details = error instanceof ApiError ? tooEarly.safeParse(error.details).data : undefined;
        if (!signal?.aborted) setKnown({ at, problem: { words: wordsOf(error), first: details?.first } });
      }
    },
    [at],
  );

  useEffect(() => {
    let left = new AbortController();
    const again = () => {
      left.abort();
      left = new AbortController();
      void load(left.signal);
    };
    setIsStale(false);
    setFailure(undefined);
    again();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen((change) => {
      if (busy.current || (change !== null && !historyOf(change))) return;
      clearTimeout(timer);
      timer = setTimeout(again, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      left.abort();
      stop();
    };
  }, [load, listen]);

  const { preview, problem } = known?.at === at ? known : {};
  const restore = async () => {
    if (busy.current || !preview) return;
    busy.current = true;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await restoreAll(at, preview.hash);
      onDone();
    } catch (error) {
      const hasChanged = error instanceof ApiError && error.status === 409;
      setIsStale(hasChanged);
      if (hasChanged) await load();
      else setFailure(wordsOf(error));
    } finally {
      busy.current = false;
      setIsBusy(false);
    }
  };
  return { preview, problem, isStale, failure, isBusy, load, restore };
}
