"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { type Trouble, troubleOf } from "@/components/client/versions/trouble";
import { currentBase } from "@/components/ui/kit/agent-base";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import type { SavedText, TextStore } from "./api";

export function useText(store: TextStore, live: SavedText, onSaved: (saved: SavedText) => void) {
  const [draft, setDraft] = useTextDraft(store.key);
  const text = draft?.content ?? live.content;
  const base = draft?.version ?? live.version;
  const isDirty = text !== live.content;
  const [outcome, setOutcome] = useState<{ text: string; trouble?: Trouble }>();
  const [isBusy, setIsBusy] = useState(false);
  const isSaving = useRef(false);
  const now = useRef(text);
  now.current = text;
  useLeaveGuard(isDirty);

  const save = async ({ isOver = false } = {}) => {
    if (isSaving.current || !isDirty) return;
    isSaving.current = true;
    setIsBusy(true);
    try {
      const saved = await store.save({ content: text, version: isOver ? live.version : base });
      onSaved(saved);
      // Text that the user typed during the request becomes a draft based on the version just saved.
      setDraft(now.current === text ? undefined : { content: now.current, version: saved.version });
      setOutcome({ text });
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble.kind === "conflict") await store.read().then(onSaved, () => {});
      setOutcome({ text, trouble });
    } finally {
      isSaving.current = false;
      setIsBusy(false);
    }
  };

  const currentTrouble = outcome?.text === text ? outcome.trouble : undefined;
  return {
    text,
    change: (next: string) => setDraft(next === live.content ? undefined : { content: next, version: base }),
    isDirty,
    /** The version on which the draft is based, if a newer version is live; otherwise undefined. */
    staleSince: isDirty && base < live.version ? base : undefined,
    problem: currentTrouble && currentTrouble.kind !== "conflict" ? currentTrouble.message : undefined,
    status: isBusy ? "saving" : outcome && !outcome.trouble && !isDirty ? "saved" : undefined,
    save,
    discard: () => setDraft(undefined),
  } as const;
}

/** `version` is the version that the user started to edit. */
const draft = z.object({ content: z.string(), version: z.number() });

const keyOf = (text: string) => `easel:text:${currentBase()}${text}`;

function useTextDraft(text: string) {
  const [storedDraft, setStoredDraft] = useState<SavedText>();
  useEffect(() => {
    setStoredDraft((now) => now ?? read(keyOf(text)));
  }, [text]);
  const keep = useCallback(
    (next: SavedText | undefined) => {
      setStoredDraft(next);
      try {
        if (next) localStorage.setItem(keyOf(text), JSON.stringify(next));
        else localStorage.removeItem(keyOf(text));
      } catch {
        // If localStorage is unavailable, the draft lasts until the page is closed.
      }
    },
    [text],
  );
  return [storedDraft, keep] as const;
}

function read(key: string): SavedText | undefined {
  try {
    return draft.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}
