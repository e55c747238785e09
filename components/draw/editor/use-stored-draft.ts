"use client";

import { useCallback, useEffect, useState } from "react";
import type * as z from "zod/mini";

/**
 * Returns an unsaved draft and its setter, stored in this browser under `key` until it is saved. `schema`
 * must be a constant.
 */
export function useStoredDraft<Draft>(key: string, schema: z.ZodMiniType<Draft>) {
  const [draft, setDraft] = useState<Draft>();
  useEffect(() => {
    setDraft((now) => now ?? read(key, schema));
  }, [key, schema]);
  const storeDraft = useCallback(
    (next: Draft | undefined) => {
      setDraft(next);
      try {
        if (next) localStorage.setItem(key, JSON.stringify(next));
        else localStorage.removeItem(key);
      } catch {
        // If the browser has no storage, the draft lasts as long as the page.
      }
    },
    [key],
  );
  return [draft, storeDraft] as const;
}

function read<Draft>(key: string, schema: z.ZodMiniType<Draft>): Draft | undefined {
  try {
    return schema.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}
