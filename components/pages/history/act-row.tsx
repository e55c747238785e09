"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, Clock3, FlaskConical, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { readRehearsals, undoRehearsal } from "@/components/client/versions/rehearsals";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Clock, useTimeZone } from "@/components/ui/kit/clock";
import { useRights } from "@/components/ui/kit/rights";
import { t } from "@/lib/shared/i18n/en/history";
import type { Act, ActGroup } from "./acts";
import { formatPastTime } from "./days";
import { runUndo, undoAll } from "./restore-all";
import { RowMark } from "./timeline-row";

type ActRowProps = {
  group: ActGroup;
  at: string;
  now: string;
  /** Whether the entry that the page shows is one of the group's. */
  isChosen: boolean;
  /** The rows of the entries. */
  children: ReactNode;
};

/** A restore or a rehearsal as one row, which opens to its changes and can be undone as a whole. */
export function ActRow({ group: { act, entries, isLast }, at, now, isChosen, children }: ActRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const zone = useTimeZone();
  const undo = useUndo(act, isLast);
  const hasConversation = act.kind === "restore" && act.hasConversation;
  const count = t("actItems", { count: entries.length, conversation: String(hasConversation) });
  return (
    <>
      <li
        className={cn(
          "group/row relative flex gap-3 rounded-sheet px-4 py-2.5 transition-colors",
          isChosen && !isOpen ? "bg-sheet shadow-sheet" : "hover:bg-fill-hover",
        )}
      >
        <RowMark icon={act.kind === "restore" ? Clock3 : FlaskConical} isChosen={isChosen && !isOpen} />
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex h-6 items-center gap-2">
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
              className="min-w-0 truncate text-left outline-none after:absolute after:inset-0 after:rounded-sheet focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-ink"
            >
              {titleOf(act, (time) => formatPastTime(time, now, zone))}
            </button>
            <Clock at={at} className="ml-auto shrink-0 text-meta text-ink-3 tabular-nums" />
          </div>
          <p className="flex items-center gap-1.5 text-meta text-ink-3">
            <ChevronRight
              aria-hidden
              className={cn("-ml-0.5 size-3.5 shrink-0 transition-transform", isOpen && "rotate-90")}
            />
            {count}
          </p>
          {undo && (
            <Button
              size="sm"
              variant="outline"
              className="relative mt-1.5 self-start max-md:h-11"
              aria-disabled={undo.isBusy}
              onClick={() => !undo.isBusy && void undo.run()}
            >
              <Undo2 aria-hidden />
              {t("undoAct")}
            </Button>
          )}
        </div>
      </li>
      {isOpen && (
        <li>
          <ol aria-label={count} className="ml-6 flex flex-col max-md:ml-3">
            {children}
          </ol>
        </li>
      )}
    </>
  );
}

function titleOf(act: Act, formatTime: (time: string) => string): string {
  if (act.kind === "restore") return t("backTo", { time: formatTime(act.moment) });
  const { title } = act;
  return act.isUndone ? t("rehearsalUndone", { title }) : t("rehearsalAccepted", { title });
}

/** Returns how to undo an act; undefined if it cannot be undone, or is undone. */
function useUndo(act: Act, isLast: boolean): { run: () => Promise<void>; isBusy: boolean } | undefined {
  const [isBusy, setIsBusy] = useState(false);
  const client = useQueryClient();
  const { mayOpen } = useRights();
  const isRehearsal = act.kind === "rehearsal";
  const isAllowed = !isRehearsal || (!act.isUndone && mayOpen("/agent/rehearsals"));
  const { data } = useQuery({
    queryKey: ["rehearsals"],
    queryFn: ({ signal }) => readRehearsals(signal),
    refetchOnMount: "always",
    enabled: isRehearsal && isLast && isAllowed,
  });
  if (!isLast || !isAllowed) return undefined;
  if (isRehearsal && data) {
    const found = data.find(({ id }) => id === act.id);
    if (!found || found.acceptedAt === null || found.undoneAt !== null) return undefined;
  }
  const undo = () =>
    isRehearsal
      ? runUndo(async () => {
          await undoRehearsal(act.id).finally(() => client.invalidateQueries({ queryKey: ["rehearsals"] }));
          return t("rehearsalUndone", { title: act.title });
        })
      : undoAll(act.id);
  const run = async () => {
    setIsBusy(true);
    await undo();
    setIsBusy(false);
  };
  return { run, isBusy };
}
