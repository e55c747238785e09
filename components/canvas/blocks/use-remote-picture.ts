"use client";

import { useEffect, useState } from "react";
import { readError } from "@/lib/shared/chat/contract";

/** A picture of another server as an address of this page, by way of Easel; or why there is none. */
export function useRemotePicture(url: string) {
  const [shown, setShown] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    const left = new AbortController();
    let made: string | undefined;
    setProblem(null);
    load(url, left.signal).then(
      (blob) => {
        if (left.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setShown(made);
      },
      (error: unknown) => {
        if (!left.signal.aborted)
          setProblem(error instanceof Refused ? error.message : "Easel cannot be reached.");
      },
    );
    return () => {
      left.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [url, attempt]);
  return { shown, problem, retry: () => setAttempt((now) => now + 1) };
}

class Refused extends Error {}

/** What was fetched once may come from the browser's own store. */
async function load(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(`/api/images?${new URLSearchParams({ url })}`, { signal });
  if (response.ok) return response.blob();
  throw new Refused(readError(await response.json().catch(() => undefined))?.message ?? "There is no image.");
}
