"use client";

import { type ReactNode, useEffect, useMemo } from "react";
import { OlderOnes } from "@/components/client/end-of-list";
import { failureText } from "@/components/client/failure";
import type { Page } from "@/components/client/paged-list";
import { dayHeading } from "@/components/pages/history/days";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyHeader, EmptyTitle } from "@/components/ui/empty";
import { useTimeZone } from "@/components/ui/kit/clock";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/audit";
import { t as common } from "@/lib/shared/i18n/en/common";
import { isNarrowed, type Place } from "./audit-url";
import { FiguresHead } from "./figures";
import { useAuditList } from "./use-audit-list";

type AuditListProps<T> = {
  place: Place;
  initial: { key: string; page: Page<T> };
  now: string;
  read: (place: Place, cursor?: string, signal?: AbortSignal) => Promise<Page<T>>;
  idOf: (item: T) => string;
  onAll: () => void;
  onNews: () => void;
  onSeen: (items: readonly T[]) => void;
  children: (item: T) => ReactNode;
};

/** Lists one audit view, newest first. New items wait behind a button above the list. */
export function AuditList<T extends { createdAt: string; tool: string | null }>(props: AuditListProps<T>) {
  const { place, initial, now, read, idOf, onAll, onNews, onSeen, children } = props;
  const list = useAuditList({
    key: keyOf(place),
    initial,
    read: (cursor, signal) => read(place, cursor, signal),
    idOf,
  });
  const { items, error, news, older } = list;
  useEffect(() => {
    if (items) onSeen(items);
  }, [items, onSeen]);
  if (error)
    return (
      <LoadFailure className="max-md:px-1" onRetry={() => void list.reload()}>
        {t("loadError", { error: failureText(error) })}
      </LoadFailure>
    );
  if (items?.length === 0) return <EmptyAudit place={place} onAll={onAll} />;
  return (
    <div className="flex flex-col gap-4" aria-busy={items === undefined}>
      {/* The button takes no space in the layout, so that the list does not move when it appears. */}
      <p role="status" className="sticky top-3 z-10 -mb-4 flex h-0 items-start justify-center">
        {news && (
          <Button
            size="sm"
            onClick={() => {
              list.showNews();
              onNews();
            }}
          >
            {news.isMore ? t("showMoreNew", { count: news.count }) : t("showNew", { count: news.count })}
          </Button>
        )}
      </p>
      <FiguresHead first={place.view === "calls" ? t("call") : t("request")} />
      {items ? (
        <DayList items={items} now={now}>
          {children}
        </DayList>
      ) : (
        <ListWaits />
      )}
      {older && <OlderOnes older={older} />}
    </div>
  );
}

export const keyOf = (place: Place): string => JSON.stringify(place);

const ListWaits = () => (
  <div className="flex flex-col gap-px overflow-clip rounded-sheet">
    {["first", "second", "third", "fourth"].map((row) => (
      <Skeleton key={row} className="h-14 rounded-none" />
    ))}
  </div>
);

type DayListProps<T> = { items: readonly T[]; now: string; children: (item: T) => ReactNode };

function DayList<T extends { createdAt: string }>({ items, now, children }: DayListProps<T>) {
  const zone = useTimeZone();
  const days = useMemo(() => byDay(items, now, zone), [items, now, zone]);
  return days.map(({ heading, at, items }) => (
    <section key={`${heading} ${at}`} aria-label={heading} className="flex flex-col gap-2">
      <h2 className="px-5 text-meta text-ink-3 max-md:px-1">{heading}</h2>
      <ol className="overflow-clip rounded-sheet bg-sheet shadow-sheet">{items.map(children)}</ol>
    </section>
  ));
}

function byDay<T extends { createdAt: string }>(items: readonly T[], now: string, timeZone: string) {
  const days: {
    heading: string;
    /** Number of earlier groups with the same heading. It makes the key of the group unique. */
    at: number;
    items: T[];
  }[] = [];
  for (const item of items) {
    const heading = dayHeading(item.createdAt, now, timeZone);
    const last = days.at(-1);
    if (last?.heading === heading) last.items.push(item);
    else days.push({ heading, at: days.filter((day) => day.heading === heading).length, items: [item] });
  }
  return days;
}

function EmptyAudit({ place, onAll }: { place: Place; onAll: () => void }) {
  if (isNarrowed(place))
    return (
      <Empty>
        <EmptyHeader>{t("nothingMatches")}</EmptyHeader>
        <EmptyContent>
          <Button variant="outline" onClick={onAll}>
            {common("showAll")}
          </Button>
        </EmptyContent>
      </Empty>
    );
  return (
    <Empty>
      <EmptyHeader>
        <EmptyTitle>{place.view === "calls" ? t("noCalls") : t("noRequests")}</EmptyTitle>
      </EmptyHeader>
    </Empty>
  );
}
