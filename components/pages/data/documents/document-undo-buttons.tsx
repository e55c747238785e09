"use client";

import { Redo2, Undo2 } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import type { DocumentEdits } from "./edits";

export function DocumentUndoButtons({ edits, onDone }: { edits: DocumentEdits; onDone: () => void }) {
  const [undoable, redoable] = [edits.undoable.at(-1), edits.redoable.at(-1)];
  return (
    <>
      <IconButton
        label={undoable ? `Undo ${undoable.label}` : "Undo"}
        aria-disabled={!undoable}
        className="aria-disabled:bg-transparent"
        onClick={() => void edits.undo().then(onDone)}
      >
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        label={redoable ? `Redo ${redoable.label}` : "Redo"}
        aria-disabled={!redoable}
        className="aria-disabled:bg-transparent max-md:hidden"
        onClick={() => void edits.redo().then(onDone)}
      >
        <Redo2 aria-hidden />
      </IconButton>
    </>
  );
}
