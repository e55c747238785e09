"use client";

import { useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";

const draft = z.object({
  code: z.string(),
  /** The version that was changed. */
  version: z.number(),
});
type Draft = z.infer<typeof draft>;

const keyOf = (name: string) => `easel:component:${name}`;

/** Code that is not saved yet, kept in this browser until it is. */
export function useCodeDraft(name: string) {
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
