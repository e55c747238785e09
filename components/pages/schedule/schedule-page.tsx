"use client";

import { Plus } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { failureText } from "@/components/client/failure";
import { PageBar } from "@/components/client/shell/page-bar";
import { usePlace } from "@/components/client/shell/use-place";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/kit/clock";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { Sayings } from "@/components/ui/kit/sayings";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import type { Item, Span } from "./api";
import { ItemRow } from "./item-row";
import { PulseCard } from "./pulse-card";
import { useItemActions, useItems } from "./use-items";
import { useSchedule } from "./use-schedule";

const CalendarWaits = () => <Skeleton className="h-80 rounded-sheet" />;
const Calendar = later(() => import("./calendar").then((module) => module.Calendar), CalendarWaits);
const ItemEditor = later(() => import("./item-editor").then((module) => module.ItemEditor));
const ItemDetail = later(() => import("./item-detail").then((module) => module.ItemDetail));

type Place = { id?: string };

const hrefOf = ({ id }: Place): string => (id ? `/schedule/${encodeURIComponent(id)}` : "/schedule");

const placeOf = (path: string): Place => {
  const id = path.split("/")[2];
  return { id: id ? decodeURIComponent(id) : undefined };
};

type SchedulePageProps = { now: string; timeZone: string };

export function SchedulePage({ now: initialNow, timeZone: usual }: SchedulePageProps) {
  const now = useNow(initialNow);
  const timeZone = useTimeZone();
  const { place, go } = usePlace(placeOf, hrefOf);
  const { items, error, reload } = useItems();
  const actions = useItemActions();
  const week = useMemo(() => weekAround(initialNow), [initialNow]);
  const { schedule } = useSchedule(week);
  const [editing, setEditing] = useState<Item | "new">();
  const open = place.id === undefined ? undefined : items?.find(({ id }) => id === place.id);
  return (
    <PageMain className="flex flex-col">
      <PageBar />
      <div className="flex max-w-240 flex-col gap-6 px-7 pt-2 pb-16 max-md:gap-4 max-md:px-3 max-md:pt-5">
        <header className="flex flex-wrap items-end gap-x-6 gap-y-4 max-md:px-1">
          <div className="flex min-w-60 flex-1 flex-col gap-1">
            <h1 className="text-title font-strong">Schedule</h1>
            <p className="text-ui text-balance text-ink-2">
              What the agent does on its own: at set times, or when something happens.
            </p>
          </div>
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setEditing("new")}>
            <Plus aria-hidden />
            New job
          </Button>
        </header>
        {/* On a phone the agenda of a week is long, so the actions come first. */}
        <div className="min-w-0 max-md:order-last">
          <Calendar first={week} onJob={(id) => go({ id })} />
        </div>
        <section aria-labelledby="jobs" className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
          <h2 id="jobs" className="px-4 pt-3 pb-2 text-prose font-medium">
            Jobs and triggers
          </h2>
          {items ? (
            items.length > 0 ? (
              <ul className="divide-y divide-line border-line border-t">
                {items.map((item) => (
                  <ItemRow
                    key={item.id}
                    item={item}
                    last={schedule?.runs.findLast(
                      ({ jobId, dueAt, startedAt }) =>
                        jobId === item.id && (startedAt ?? dueAt) === item.lastRunAt,
                    )}
                    now={now}
                    timeZone={timeZone}
                    actions={actions}
                    onOpen={() => go({ id: item.id })}
                    onEdit={() => setEditing(item)}
                  />
                ))}
              </ul>
            ) : (
              <Sayings
                about="No jobs yet. Tell the agent what to do on its own, and when:"
                sayings={SAYINGS}
              />
            )
          ) : error ? (
            <LoadFailure className="px-4 pb-4" onRetry={reload}>
              Could not load the jobs. {failureText(error)}
            </LoadFailure>
          ) : (
            <ItemsWait />
          )}
        </section>
        <PulseCard now={now} timeZone={timeZone} actions={actions} />
      </div>
      {place.id !== undefined && (
        <ItemDetail
          item={items ? (open ?? null) : undefined}
          now={now}
          timeZone={timeZone}
          actions={actions}
          onEdit={setEditing}
          onClose={() => go({})}
        />
      )}
      {editing && (
        <ItemEditor
          key={editing === "new" ? "new" : editing.id}
          item={editing === "new" ? undefined : editing}
          timeZone={usual}
          onClose={() => setEditing(undefined)}
        />
      )}
    </PageMain>
  );
}

const ItemsWait = () => (
  <div className="flex flex-col gap-2 p-4 pt-1">
    {["first", "second", "third"].map((row) => (
      <Skeleton key={row} className="h-11" />
    ))}
  </div>
);

const WEEK_MS = 7 * 86_400_000;

function weekAround(now: string): Span {
  const at = Date.parse(now);
  return { from: new Date(at - WEEK_MS).toISOString(), to: new Date(at + WEEK_MS).toISOString() };
}

const MINUTE_MS = 60_000;

function useNow(first: string): string {
  const [now, setNow] = useState(first);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const SAYINGS = [
  "Every weekday at seven, look at the weather and put a plan for the day on the canvas.",
  "Remind me in two hours to call the bakery.",
  "When the table orders gets a row above 1,000, tell me.",
  "Give me an address that my door-bell can call.",
];
