"use client";

import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { lineOf, type Shown } from "./cells";
import type { Failure } from "./edit-log";
import type { Edit } from "./edits";

type FailureBarProps = {
  failure: Failure;
  /** In a form one tries again by sending it. */
  isInForm?: boolean;
  onDismiss: () => void;
  /** Writes what the person wanted over what is there now. */
  onOverwrite: (edit: Edit) => void;
};

/** Why an edit was not made, and what can be done about it: at the foot of the table, until the person has decided. */
export function FailureBar({ failure, isInForm, onDismiss, onOverwrite }: FailureBarProps) {
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-2 text-ui"
    >
      <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {failure.kind === "conflict" && (
          <>
            <strong className="font-medium">{failure.column}</strong> was changed meanwhile: it is now{" "}
            <Value cell={failure.theirs} />, and you wrote <Value cell={failure.wanted} />.
          </>
        )}
        {failure.kind === "gone" && "Not saved: this row was deleted meanwhile."}
        {failure.kind === "other" && `Not saved. ${failure.words}`}
      </p>
      <div className="flex gap-2">
        {failure.kind === "conflict" && (
          <>
            <Button variant="outline" onClick={onDismiss}>
              Keep theirs
            </Button>
            <Button variant="outline" onClick={() => onOverwrite(failure.mine)}>
              Write mine
            </Button>
          </>
        )}
        {failure.kind === "other" && !isInForm && (
          <Button variant="outline" onClick={failure.again}>
            Try again
          </Button>
        )}
        {failure.kind !== "conflict" && !isInForm && (
          <Button variant="ghost" onClick={onDismiss}>
            Dismiss
          </Button>
        )}
      </div>
    </div>
  );
}

const MOST = 60;

function Value({ cell }: { cell: Shown }) {
  if (cell === null) return "NULL";
  const text = lineOf(cell);
  return <q>{text.length > MOST ? `${text.slice(0, MOST)}…` : text}</q>;
}
