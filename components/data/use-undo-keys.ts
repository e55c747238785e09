"use client";

import { type RefObject, useEffect } from "react";
import type { EditLog } from "./edit-log";

const FIELD = "input:not([type=checkbox]), textarea, select, [contenteditable]";

/** Ctrl+Z takes the last edit back, with Shift (or Ctrl+Y) does it again, wherever on the page nobody is writing. */
export function useUndoKeys(area: RefObject<HTMLElement | null>, edits: EditLog): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (!(ctrlKey || metaKey) || altKey || event.defaultPrevented || !(target instanceof Element)) return;
      const letter = key.toLowerCase();
      if (letter !== "z" && letter !== "y") return;
      const isElsewhere = target !== document.body && !area.current?.contains(target);
      if (isElsewhere || target.closest(FIELD)) return;
      event.preventDefault();
      void (letter === "z" && !shiftKey ? edits.undo() : edits.redo());
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [area, edits]);
}
