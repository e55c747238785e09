"use client";

import { useCallback, useEffect, useState } from "react";

const keyOf = (id: string): string => `easel:draft:${id}`;

/** Leaves a text for the person to send, in a conversation that is opened next. */
export function keepDraft(id: string, text: string): void {
  try {
    localStorage.setItem(keyOf(id), text);
  } catch {
    // Without storage there is only an empty field.
  }
}

/** What is being typed in a conversation, kept in this browser until it is sent. */
export function useDraft(id: string): [text: string, change: (text: string) => void] {
  const [text, setText] = useState("");
  useEffect(() => {
    try {
      const kept = localStorage.getItem(keyOf(id));
      if (kept) setText((now) => now || kept);
    } catch {
      // Without storage a draft lasts as long as the page.
    }
  }, [id]);
  const change = useCallback(
    (next: string) => {
      setText(next);
      try {
        if (next) localStorage.setItem(keyOf(id), next);
        else localStorage.removeItem(keyOf(id));
      } catch {
        // As above.
      }
    },
    [id],
  );
  return [text, change];
}
