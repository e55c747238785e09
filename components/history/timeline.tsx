"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { useTimeZone } from "@/components/kit/clock";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { wordsOf } from "@/components/versions/trouble";
import type { Gist } from "@/lib/shared/gist";
import type { Revision } from "@/lib/shared/history";
import { dayHeading } from "./days";
import { TimelineRow } from "./timeline-row";

type TimelineProps = {
  /** Undefined until they are there. */
  revisions: readonly Revision[] | undefined;
  gists: ReadonlyMap<string, Gist>;
  now: string;
  chosen: string | undefined;
  hrefOf: (id: string) => string;
  onChoose: (id: string) => void;
  onOlder: (() => Promise<void>) | undefined;
};

/** Every version, newest first, under the headings of their days. */
export function Timeline({ revisions, gists, now, chosen, hrefOf, onChoose, onOlder }: TimelineProps) {
  const zone = useTimeZone();
  const days = useMemo(() => byDay(revisions ?? [], now, zone), [revisions, now, zone]);
  if (!revisions) return <TimelineWaits />;
  return (
    <div className="flex flex-col gap-1 px-3 pb-6 max-md:px-0">
      {days.map(({ heading, revisions }) => (
        <section key={`${heading} ${revisions[0]?.id}`} aria-label={heading} className="flex flex-col">
          <h2 className="px-4 pt-3 pb-1.5 text-meta text-ink-3">{heading}</h2>
          <ol className="flex flex-col">
            {revisions.map((revision) => (
              <TimelineRow
                key={revision.id}
                revision={revision}
                gist={gists.get(revision.id)}
                now={now}
                href={hrefOf(revision.id)}
                isChosen={revision.id === chosen}
                onChoose={onChoose}
              />
            ))}
          </ol>
        </section>
      ))}
      {onOlder && <Older key={revisions.length} onOlder={onOlder} />}
    </div>
  );
}

/** Loads what is older when the end of the list comes near. */
function Older({ onOlder }: { onOlder: () => Promise<void> }) {
  const end = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  const load = useRef(() => {});
  load.current = () => {
    setProblem(undefined);
    onOlder().catch((error) => setProblem(wordsOf(error)));
  };
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        load.current();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={end} className="px-4 py-3">
      {problem === undefined ? (
        <Skeleton className="h-14" />
      ) : (
        <div className="flex flex-col items-start gap-2">
          <p role="alert">Older versions did not come. {problem}</p>
          <Button variant="outline" onClick={() => load.current()}>
            Try again
          </Button>
        </div>
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

function byDay(revisions: readonly Revision[], now: string, timeZone: string) {
  const days: { heading: string; revisions: Revision[] }[] = [];
  for (const revision of revisions) {
    const heading = dayHeading(revision.createdAt, now, timeZone);
    const last = days.at(-1);
    if (last?.heading === heading) last.revisions.push(revision);
    else days.push({ heading, revisions: [revision] });
  }
  return days;
}
