"use client";

import { Redo2, Undo2 } from "lucide-react";
import { type RefObject, useEffect } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { EditLog } from "./edit-log";
import { describeEdit } from "./edits";

type UndoButtonsProps = {
  edits: EditLog;
  labelOf?: (column: string) => string;
  size?: "icon" | "icon-sm";
  className?: string;
};

export function UndoButtons({ edits, labelOf, size, className }: UndoButtonsProps) {
  const [undoable, redoable] = [edits.undoable.at(-1), edits.redoable.at(-1)];
  return (
    <>
      <IconButton
        label={undoable ? describeEdit(undoable, "undo", labelOf) : common("undo")}
        size={size}
        aria-disabled={!undoable}
        className={cn("aria-disabled:bg-transparent", className)}
        onClick={() => void edits.undo()}
      >
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        label={redoable ? describeEdit(redoable, "redo", labelOf) : common("redo")}
        size={size}
        aria-disabled={!redoable}
        className={cn("aria-disabled:bg-transparent", className)}
        onClick={() => void edits.redo()}
      >
        <Redo2 aria-hidden />
      </IconButton>
    </>
  );
}

const FIELD = "input:not([type=checkbox]), textarea, select, [contenteditable]";

/**
 * Undoes the last edit on Ctrl+Z and redoes it on Ctrl+Shift+Z or Ctrl+Y. The keys work in `area` outside text fields.
 * With `isOnly`, they also work if no element has the focus.
 */
export function useUndoKeys(
  area: RefObject<HTMLElement | null>,
  edits: Pick<EditLog, "undo" | "redo"> | undefined,
  isOnly = false,
): void {
  useEffect(() => {
    if (!edits) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (!(ctrlKey || metaKey) || altKey || event.defaultPrevented || !(target instanceof Element)) return;
      const letter = key.toLowerCase();
      if (letter !== "z" && letter !== "y") return;
      const isHere = area.current?.contains(target) || (isOnly && target === document.body);
      if (!isHere || target.closest(FIELD)) return;
      event.preventDefault();
      void (letter === "z" && !shiftKey ? edits.undo() : edits.redo());
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [area, edits, isOnly]);
}
