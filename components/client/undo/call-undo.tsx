"use client";

import { LOOKS } from "@/components/client/versions/kinds";
import Link from "@/components/ui/kit/agent-base";
import type { Change } from "@/lib/shared/changes";
import { UndoButton, useUndo } from "./undo-button";

/** Link and undo of a change whose sentence is that of its call. */
export function CallUndo({ change }: { change: Change }) {
  const undo = useUndo(change);
  const { kind, name, isDeleted, isNew } = change;
  const href = LOOKS[kind].href?.(name);
  const hasPage = undo.state === "undone" ? !isNew : !isDeleted;
  return (
    <>
      {href && hasPage && undo.state !== "undone" && (
        <Link
          href={href}
          aria-label={`Open: ${change.words}`}
          className="px-1.5 text-meta text-ink-2 hover:text-ink hover:underline max-md:py-3.5"
        >
          Open
        </Link>
      )}
      {undo.problem && (
        <span role="alert" title={undo.problem} className="text-meta text-danger">
          Not undone<span className="sr-only">. {undo.problem}</span>
        </span>
      )}
      <UndoButton change={change} undo={undo} />
    </>
  );
}
