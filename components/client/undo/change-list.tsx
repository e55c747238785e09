"use client";

import { useState } from "react";
import { LOOKS } from "@/components/client/versions/kinds";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import type { Change } from "@/lib/shared/changes";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/undo";
import { UndoButton, useUndo } from "./undo-button";

/** Number of changes that are shown before the rest is folded. */
const FEW = 6;

/** Lists changes of the agent: a sentence about each, a link to the item, and undo. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const more = changes.length - FEW;
  const shown = isOpen || more <= 1 ? changes : changes.slice(0, FEW);
  return (
    <ul aria-label={common("changes")} className="divide-y divide-line text-ui">
      {shown.map((change) => (
        <ChangeRow key={`${change.id} ${change.toolCallId}`} change={change} />
      ))}
      {shown.length < changes.length && (
        <li>
          <button
            type="button"
            onClick={() => setIsOpen(true)}
            className="min-h-8 w-full px-3 pl-9.5 text-left text-meta text-ink-3 -outline-offset-2 hover:bg-fill-hover hover:text-ink max-md:min-h-11"
          >
            {t("more", { count: more })}
          </button>
        </li>
      )}
    </ul>
  );
}

function ChangeRow({ change }: { change: Change }) {
  const { kind, name, id, words, isDeleted } = change;
  const undo = useUndo(change);
  const { icon: Icon, href } = LOOKS[kind];
  // A deleted item, or an item whose creation was undone, has no page.
  const hasPage = !(undo.state === "undone" ? change.isNew : isDeleted);
  return (
    <li className="px-3">
      <div className="flex min-h-8 items-center gap-2.5 max-md:min-h-11">
        <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
        <Link
          href={(hasPage && href?.(name)) || `/agent/history/${id}`}
          className={cn(
            "line-clamp-2 min-w-0 flex-1 rounded-in py-1 wrap-anywhere hover:underline hover:underline-offset-4 max-md:py-2.5",
            undo.state === "undone" && "text-ink-3 line-through",
          )}
        >
          {words}
        </Link>
        <span className="flex shrink-0 items-center gap-1">
          <UndoButton change={change} undo={undo} />
        </span>
      </div>
      {undo.problem && (
        <p role="alert" className="pb-1.5 pl-6.5 text-meta text-danger wrap-anywhere">
          {t.rich("notUndone", { problem: undo.problem, detail: (chunks) => chunks })}{" "}
          <Link href={`/agent/history/${id}`} className="text-ink underline underline-offset-4">
            {t("openHistory")}
          </Link>
        </p>
      )}
    </li>
  );
}
