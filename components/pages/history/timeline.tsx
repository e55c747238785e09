"use client";

import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import type { Older } from "@/components/client/paged-list";
import { troubleText } from "@/components/client/versions/trouble";
import { useTimeZone } from "@/components/ui/kit/clock";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/history";
import type { HistoryImport } from "@/lib/shared/imports/contract";
import { ActRow } from "./act-row";
import { type ActGroup, withActs } from "./acts";
import type { Entry } from "./api";
import { dayHeading } from "./days";
import { useAuthorName } from "./describe-version";
import { ImportRow } from "./import-row";
import { TimelineRow } from "./timeline-row";
import { timeOf } from "./use-imports";

type TimelineProps = {
  /** Undefined while loading. */
  entries: readonly Entry[] | undefined;
  /** Imports of other products, each as one row. */
  imports: readonly HistoryImport[];
  /** True if no filter hides entries, so that those of one restore or rehearsal are one row. */
  isWhole: boolean;
  now: string;
  chosen: string | undefined;
  hrefOf: (id: string) => string;
  onChoose: (entry: Entry) => void;
  /** Called when an arrow key moves to another entry. */
  onMove: (entry: Entry) => void;
  older: Older | undefined;
};

export function Timeline(props: TimelineProps) {
  const { entries, imports, isWhole, now, chosen, hrefOf, onChoose, onMove, older } = props;
  const authorName = useAuthorName();
  const zone = useTimeZone();
  const days = useMemo(
    () => byDay(rowsOf(isWhole ? withActs(entries ?? []) : (entries ?? []), imports), now, zone),
    [entries, isWhole, imports, now, zone],
  );
  if (!entries) return <TimelineWaits />;
  const choose = (id: string) => {
    const entry = entries.find(({ revision }) => revision.id === id);
    if (entry) onChoose(entry);
  };
  const rowOf = ({ revision, gist }: Entry) => (
    <TimelineRow
      key={revision.id}
      revision={revision}
      authorName={authorName(revision)}
      summary={gist}
      now={now}
      href={hrefOf(revision.id)}
      isChosen={revision.id === chosen}
      onChoose={choose}
    />
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-revision]")];
    const at = rows.findIndex((row) => row.matches(":focus"));
    const row = at < 0 || step === 0 ? undefined : rows[at + step];
    const entry = entries.find(({ revision }) => revision.id === row?.dataset.revision);
    if (!row || !entry) return;
    event.preventDefault();
    row.focus();
    onMove(entry);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links inside
    <div onKeyDown={onKeyDown} className="flex flex-col gap-1 px-3 pb-6 max-md:px-0">
      {days.map(({ heading, rows }) => (
        <section key={`${heading} ${rows[0]?.at}`} aria-label={heading} className="flex flex-col">
          <h2 className="px-4 pt-3 pb-1.5 text-meta text-ink-3">{heading}</h2>
          <ol className="flex flex-col">
            {rows.map((row) =>
              "import" in row ? (
                <ImportRow key={row.import.id} one={row.import} at={row.at} />
              ) : "act" in row ? (
                <ActRow
                  key={row.entries.at(-1)?.revision.id}
                  group={row}
                  at={row.at}
                  now={now}
                  isChosen={row.entries.some(({ revision }) => revision.id === chosen)}
                >
                  {row.entries.map(rowOf)}
                </ActRow>
              ) : (
                rowOf(row)
              ),
            )}
          </ol>
        </section>
      ))}
      {older && <OlderOnes older={older} />}
    </div>
  );
}

/** Loads older entries when the end of the list is within 600 px. */
function OlderOnes({ older }: { older: Older }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || older.isBusy || older.error) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) older.load();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [older]);
  return (
    <div ref={end} className="px-4 py-3">
      {older.error ? (
        <LoadFailure onRetry={() => older.load()}>
          {t("loadError", { error: troubleText(older.error) })}
        </LoadFailure>
      ) : (
        <Skeleton className="h-14" />
      )}
    </div>
  );
}

function TimelineWaits() {
  return (
    <div className="flex flex-col gap-2 px-7 pt-10 max-md:px-4">
      {["first", "second", "third", "fourth"].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}

type Row = { at: string } & (Entry | ActGroup | { import: HistoryImport });

function rowsOf(entries: readonly (Entry | ActGroup)[], imports: readonly HistoryImport[]): Row[] {
  const rows: Row[] = [
    ...entries.map((entry) => ({ ...entry, at: timeOfEntry(entry) })),
    ...imports.map((one) => ({ import: one, at: timeOf(one) })),
  ];
  return rows.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

const timeOfEntry = (row: Entry | ActGroup): string =>
  ("act" in row ? row.entries[0]?.revision.createdAt : row.revision.createdAt) ?? "";

function byDay(rows: readonly Row[], now: string, timeZone: string) {
  const days: { heading: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const heading = dayHeading(row.at, now, timeZone);
    const last = days.at(-1);
    if (last?.heading === heading) last.rows.push(row);
    else days.push({ heading, rows: [row] });
  }
  return days;
}
