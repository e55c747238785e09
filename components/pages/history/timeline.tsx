"use client";

import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import type { Older } from "@/components/client/paged-list";
import { troubleText } from "@/components/client/versions/trouble";
import { useTimeZone } from "@/components/ui/kit/clock";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/history";
import type { Entry } from "./api";
import { dayHeading } from "./days";
import { useAuthorName } from "./describe-version";
import { TimelineRow } from "./timeline-row";

type TimelineProps = {
  /** Undefined while loading. */
  entries: readonly Entry[] | undefined;
  now: string;
  chosen: string | undefined;
  hrefOf: (id: string) => string;
  onChoose: (entry: Entry) => void;
  /** Called when an arrow key moves to another entry. */
  onMove: (entry: Entry) => void;
  older: Older | undefined;
};

export function Timeline({ entries, now, chosen, hrefOf, onChoose, onMove, older }: TimelineProps) {
  const authorName = useAuthorName();
  const zone = useTimeZone();
  const days = useMemo(() => byDay(entries ?? [], now, zone), [entries, now, zone]);
  if (!entries) return <TimelineWaits />;
  const choose = (id: string) => {
    const entry = entries.find(({ revision }) => revision.id === id);
    if (entry) onChoose(entry);
  };
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
      {days.map(({ heading, entries }) => (
        <section key={`${heading} ${entries[0]?.revision.id}`} aria-label={heading} className="flex flex-col">
          <h2 className="px-4 pt-3 pb-1.5 text-meta text-ink-3">{heading}</h2>
          <ol className="flex flex-col">
            {entries.map(({ revision, gist: summary }) => (
              <TimelineRow
                key={revision.id}
                revision={revision}
                authorName={authorName(revision)}
                summary={summary}
                now={now}
                href={hrefOf(revision.id)}
                isChosen={revision.id === chosen}
                onChoose={choose}
              />
            ))}
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

function byDay(entries: readonly Entry[], now: string, timeZone: string) {
  const days: { heading: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const heading = dayHeading(entry.revision.createdAt, now, timeZone);
    const last = days.at(-1);
    if (last?.heading === heading) last.entries.push(entry);
    else days.push({ heading, entries: [entry] });
  }
  return days;
}
