"use client";

import { useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";
import type { SavedText, TextKind } from "./api";

/** With the version that was changed. */
const draft = z.object({ content: z.string(), version: z.number() });

const keyOf = (kind: TextKind) => `easel:text:${kind}`;

/** A text that is not saved yet, kept in this browser until it is. */
export function useTextDraft(kind: TextKind) {
  const [kept, setKept] = useState<SavedText>();
  useEffect(() => {
    setKept((now) => now ?? read(keyOf(kind)));
  }, [kind]);
  const keep = useCallback(
    (next: SavedText | undefined) => {
      setKept(next);
      try {
        if (next) localStorage.setItem(keyOf(kind), JSON.stringify(next));
        else localStorage.removeItem(keyOf(kind));
      } catch {
        // Without storage it lasts as long as the page.
      }
    },
    [kind],
  );
  return [kept, keep] as const;
}

function read(key: string): SavedText | undefined {
  try {
    return draft.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}
