"use client";

import { Redo2, Undo2 } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import type { DocumentEdits } from "./edits";

export function DocumentUndoButtons({ edits, onDone }: { edits: DocumentEdits; onDone: () => void }) {
  const [undoable, redoable] = [edits.undoable.at(-1), edits.redoable.at(-1)];
  return (
    <>
      <IconButton
        label={undoable ? t("undo", { label: undoable.label }) : common("undo")}
        aria-disabled={!undoable}
        className="aria-disabled:bg-transparent"
        onClick={() => void edits.undo().then(onDone)}
      >
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        label={redoable ? t("redo", { label: redoable.label }) : common("redo")}
        aria-disabled={!redoable}
        className="aria-disabled:bg-transparent max-md:hidden"
        onClick={() => void edits.redo().then(onDone)}
      >
        <Redo2 aria-hidden />
      </IconButton>
    </>
  );
}
