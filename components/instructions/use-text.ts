"use client";

import { useRef, useState } from "react";
import { useLeaveGuard } from "@/components/settings/use-leave-guard";
import { type Trouble, troubleOf } from "@/components/versions/trouble";
import { readText, type SavedText, saveText, type TextKind } from "./api";
import { useTextDraft } from "./use-text-draft";

/** The prompt or the notes while a person changes them; saved as a new version. */
export function useText(kind: TextKind, live: SavedText, onSaved: (saved: SavedText) => void) {
  const [draft, setDraft] = useTextDraft(kind);
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
      const saved = await saveText(kind, { content: text, version: isOver ? live.version : base });
      onSaved(saved);
      // What was written meanwhile goes on from what was saved.
      setDraft(now.current === text ? undefined : { content: now.current, version: saved.version });
      setOutcome({ text });
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble.kind === "conflict") await readText(kind).then(onSaved, () => {});
      setOutcome({ text, trouble });
    } finally {
      isSaving.current = false;
      setIsBusy(false);
    }
  };

  const said = outcome?.text === text ? outcome.trouble : undefined;
  return {
    text,
    change: (next: string) => setDraft(next === live.content ? undefined : { content: next, version: base }),
    isDirty,
    /** The version that was changed, when another one is live by now. */
    staleSince: isDirty && base < live.version ? base : undefined,
    problem: said && said.kind !== "conflict" ? said.message : undefined,
    status: isBusy ? "saving" : outcome && !outcome.trouble && !isDirty ? "saved" : undefined,
    save,
    discard: () => setDraft(undefined),
  } as const;
}
