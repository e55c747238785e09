"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { useVersionChanges } from "@/components/versions/use-version-changes";
import { VersionsWait } from "@/components/versions/versions-wait";
import type { MomentChange } from "@/lib/shared/history";
import { Changes } from "./changes";
import { isSingle, LOOKS, titleOf } from "./kinds";

/** What would become of one thing; it opens to the difference. */
export function MomentRow({ change }: { change: MomentChange }) {
  const [isOpen, setIsOpen] = useState(false);
  const Icon = LOOKS[change.kind].icon;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2.5 px-4 py-1.5 text-left -outline-offset-2 transition-colors hover:bg-fill-hover"
      >
        <ChevronRight
          aria-hidden
          className={cn("size-4 shrink-0 text-ink-3 transition-transform", isOpen && "rotate-90")}
        />
        <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />
        <span className={cn("min-w-0 truncate font-medium", !isSingle(change.kind) && "font-mono")}>
          {titleOf(change)}
        </span>
        <span className="ml-auto shrink-0 text-meta text-ink-2 tabular-nums">{wordsOf(change)}</span>
      </button>
      {isOpen && <Difference change={change} />}
    </li>
  );
}

function Difference({ change: { kind, liveId, revisionId, action } }: { change: MomentChange }) {
  const { changes, problem, again } = useVersionChanges(kind, liveId ?? undefined, revisionId ?? undefined);
  if (changes)
    return (
      <div className="border-line border-t">
        <Changes changes={changes} lead={action === "delete" ? GOES : undefined} />
      </div>
    );
  return (
    <div className="p-4">
      <VersionsWait problem={problem} onAgain={again} />
    </div>
  );
}

const GOES = "It was not there then, so it goes. Its versions stay. This is what it is now:";

function wordsOf({ action, from, to }: MomentChange): string {
  if (action === "delete") return `goes (version ${from} now)`;
  if (action === "create") return `comes back, as in version ${to}`;
  return `version ${from} → ${to}`;
}
