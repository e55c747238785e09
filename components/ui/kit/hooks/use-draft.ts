"use client";

import { useCallback, useEffect, useState } from "react";

const keyOf = (id: string): string => `easel:draft:${id}`;

export function keepDraft(id: string, text: string): void {
  try {
    localStorage.setItem(keyOf(id), text);
  } catch {
    // If localStorage is unavailable, the draft is lost.
  }
}

/** Keeps the draft message of a conversation in localStorage until it is sent. */
export function useDraft(id: string): [text: string, change: (text: string) => void] {
  const [text, setText] = useState("");
  useEffect(() => {
    try {
      const stored = localStorage.getItem(keyOf(id));
      if (stored) setText((now) => now || stored);
    } catch {
      // If localStorage is unavailable, no stored draft can be read.
    }
  }, [id]);
  const change = useCallback(
    (next: string) => {
      setText(next);
      try {
        if (next) localStorage.setItem(keyOf(id), next);
        else localStorage.removeItem(keyOf(id));
      } catch {
        // If localStorage is unavailable, the draft lasts until the page is closed.
      }
    },
    [id],
  );
  return [text, change];
}
