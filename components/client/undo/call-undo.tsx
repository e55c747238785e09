"use client";

import { LOOKS } from "@/components/client/versions/kinds";
import Link from "@/components/ui/kit/agent-base";
import type { Change } from "@/lib/shared/changes";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/undo";
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
          aria-label={t("open", { words: change.words })}
          className="px-1.5 text-meta text-ink-2 hover:text-ink hover:underline max-md:py-3.5"
        >
          {common("open")}
        </Link>
      )}
      {undo.problem && (
        <span role="alert" title={undo.problem} className="text-meta text-danger">
          {t.rich("notUndone", {
            problem: undo.problem,
            detail: (chunks) => <span className="sr-only">{chunks}</span>,
          })}
        </span>
      )}
      <UndoButton change={change} undo={undo} />
    </>
  );
}
