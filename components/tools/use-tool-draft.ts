"use client";

import { useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";

/** What of a tool can be changed, each as a text. */
const draftTexts = z.object({ description: z.string(), schema: z.string(), code: z.string() });
export type DraftTexts = z.infer<typeof draftTexts>;

const draft = z.extend(draftTexts, {
  /** The version that was changed. */
  version: z.number(),
});
type Draft = z.infer<typeof draft>;

const keyOf = (name: string) => `easel:tool:${name}`;

/** A tool as it is being written, kept in this browser until it is saved. */
export function useToolDraft(name: string) {
  const [kept, setKept] = useState<Draft>();
  useEffect(() => {
    setKept((now) => now ?? read(keyOf(name)));
  }, [name]);
  const keep = useCallback(
    (next: Draft | undefined) => {
      setKept(next);
      try {
        if (next) localStorage.setItem(keyOf(name), JSON.stringify(next));
        else localStorage.removeItem(keyOf(name));
      } catch {
        // Without storage it lasts as long as the page.
      }
    },
    [name],
  );
  return [kept, keep] as const;
}

function read(key: string): Draft | undefined {
  try {
    return draft.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}
