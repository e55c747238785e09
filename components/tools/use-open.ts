"use client";

import { useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";

const KEY = "easel:tools:open";
const kept = z.array(z.string());

/** Which toolsets are open in the list; remembered in this tab, so that it is so again on the way back from a tool. */
export function useOpen(first: string) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([first]));
  useEffect(() => {
    const before = read();
    if (before) setOpen(new Set(before));
  }, []);
  const set = useCallback((id: string, isOpen: boolean) => {
    setOpen((before) => {
      const now = new Set(before);
      if (isOpen) now.add(id);
      else now.delete(id);
      try {
        sessionStorage.setItem(KEY, JSON.stringify([...now]));
      } catch {
        // Without storage it lasts as long as the page.
      }
      return now;
    });
  }, []);
  return { has: (id: string) => open.has(id), set };
}

function read(): string[] | undefined {
  try {
    return kept.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? "null")).data;
  } catch {
    return undefined;
  }
}
