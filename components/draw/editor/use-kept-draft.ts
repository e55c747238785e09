"use client";

import { useCallback, useEffect, useState } from "react";
import type * as z from "zod/mini";

/** What is not saved yet, kept in this browser under `key` until it is. `schema` is of the module, not of a render. */
export function useKeptDraft<Draft>(key: string, schema: z.ZodMiniType<Draft>) {
  const [kept, setKept] = useState<Draft>();
  useEffect(() => {
    setKept((now) => now ?? read(key, schema));
  }, [key, schema]);
  const keep = useCallback(
    (next: Draft | undefined) => {
      setKept(next);
      try {
        if (next) localStorage.setItem(key, JSON.stringify(next));
        else localStorage.removeItem(key);
      } catch {
        // Without storage it lasts as long as the page.
      }
    },
    [key],
  );
  return [kept, keep] as const;
}

function read<Draft>(key: string, schema: z.ZodMiniType<Draft>): Draft | undefined {
  try {
    return schema.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}
