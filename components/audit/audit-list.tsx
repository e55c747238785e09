"use client";

import { type ReactNode, useEffect } from "react";
import { countWords } from "@/components/data/words";
import { EndOfList } from "@/components/media/end-of-list";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { AuditPage } from "./api";
import { DayList } from "./day-list";
import { FiguresHead } from "./figures";
import { NothingKept } from "./nothing-kept";
import type { Place } from "./place";
import { useAuditList } from "./use-audit-list";

type AuditListProps<T> = {
  place: Place;
  known: { key: string; page: AuditPage<T> };
  now: string;
  read: (place: Place, cursor?: string, signal?: AbortSignal) => Promise<AuditPage<T>>;
  idOf: (item: T) => string;
  onAll: () => void;
  onNews: () => void;
  onSeen: (items: readonly T[]) => void;
  children: (item: T) => ReactNode;
};

/** One view of the audit, newest first; what comes meanwhile waits above. */
export function AuditList<T extends { createdAt: string; tool: string | null }>(props: AuditListProps<T>) {
  const { place, known, now, read, idOf, onAll, onNews, onSeen, children } = props;
  const list = useAuditList({
    key: keyOf(place),
    known,
    read: (cursor, signal) => read(place, cursor, signal),
    idOf,
  });
  const { items, problem, news, loadOlder, olderProblem, isBusy } = list;
  useEffect(() => {
    if (items) onSeen(items);
  }, [items, onSeen]);
  const noun = place.view === "calls" ? "call" : "request";
  if (problem !== undefined)
    return (
      <div className="flex flex-col items-start gap-2 max-md:px-1">
        <p role="alert">The audit could not be read. {problem}</p>
        <Button variant="outline" onClick={list.reload}>
          Try again
        </Button>
      </div>
    );
  if (items?.length === 0) return <NothingKept place={place} onAll={onAll} />;
  return (
    <div className="flex flex-col gap-4" aria-busy={items === undefined}>
      {/* It takes no room: what stands below must not move when it comes. */}
      <p role="status" className="sticky top-3 z-10 -mb-4 flex h-0 items-start justify-center">
        {news && (
          <Button
            size="sm"
            onClick={() => {
              list.showNews();
              onNews();
            }}
          >
            {newsWords(news, noun)}
          </Button>
        )}
      </p>
      <FiguresHead first={place.view === "calls" ? "Call" : "Request"} />
      {items ? (
        <DayList items={items} now={now}>
          {children}
        </DayList>
      ) : (
        <ListWaits />
      )}
      {loadOlder &&
        (olderProblem === undefined ? (
          <EndOfList isBusy={isBusy} onReached={() => void loadOlder()} />
        ) : (
          <p role="alert" className="flex flex-wrap items-center gap-3">
            Older ones did not come. {olderProblem}
            <Button variant="outline" size="sm" onClick={() => void loadOlder()}>
              Try again
            </Button>
          </p>
        ))}
    </div>
  );
}

function newsWords({ count, isMore }: { count: number; isMore: boolean }, noun: string): string {
  return `${isMore ? "More than " : ""}${countWords(count, `new ${noun}`)} since you opened this`;
}

export const keyOf = (place: Place): string => JSON.stringify(place);

const ListWaits = () => (
  <div className="flex flex-col gap-px overflow-clip rounded-sheet">
    {["first", "second", "third", "fourth"].map((row) => (
      <Skeleton key={row} className="h-14 rounded-none" />
    ))}
  </div>
);
