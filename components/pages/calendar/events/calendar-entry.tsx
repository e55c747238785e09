"use client";

import { CircleAlert, Repeat } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { Occurrence } from "@/lib/shared/calendar";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import { t as calendarsText } from "@/lib/shared/i18n/en/calendars";
import { DOTS } from "../calendars/use-calendars";
import type { JobEntry } from "../jobs/job-entries";
import { StatusMark } from "../jobs/status-mark";
import type { View } from "./calendar-bar";
import { isOfSeries, type Shown, titleOf } from "./event-draft";

export type Entry = Shown | { job: JobEntry };

export const entryIn = (event: { extendedProps: Record<string, unknown> }): Entry =>
  event.extendedProps.job
    ? { job: event.extendedProps.job as JobEntry }
    : (event.extendedProps.shown as Shown);

export const colorIn = (event: { extendedProps: Record<string, unknown> }): number =>
  Number(event.extendedProps.color ?? 0);

type CalendarEntryProps = {
  id: string;
  entry: Entry;
  time: string;
  view: View;
  color: number;
  isRefused: boolean;
};

/** Shorter events have space for only one line in the week view. */
const TWO_LINES_MS = 45 * 60_000;
const isBrief = ({ start, end }: Occurrence) => Date.parse(end ?? start) - Date.parse(start) < TWO_LINES_MS;

export function CalendarEntry({ id, entry, time, view, color, isRefused }: CalendarEntryProps) {
  const isList = view === "agenda";
  if ("job" in entry) {
    const { name, status, count, about } = entry.job;
    const isPale = status === "skipped" || status === "missed";
    return (
      <span
        title={`${name}: ${about}`}
        className="flex min-w-0 items-center gap-1.5 text-meta leading-5 text-ink-3"
      >
        {isList && <span className="mr-1.5 w-24 shrink-0 tabular-nums">{time || t("allDay")}</span>}
        <StatusMark status={status} />
        <span className={cn("min-w-0 flex-1 truncate", isPale && "line-through")}>{name}</span>
        {count > 1 && <span className="shrink-0 tabular-nums">{count}×</span>}
        <span className="sr-only">, {t("aboutJob", { about })}</span>
      </span>
    );
  }
  const { event } = entry;
  /** By these the keys find the event in the focused element. */
  const marked = { "data-entry": "event", "data-key": id };
  const place = typeof event.location === "string" ? event.location : "";
  const isOff = event.status === "cancelled";
  const name = (
    <>
      {isRefused && (
        <CircleAlert
          aria-label={calendarsText("refused")}
          className="mr-1 inline size-3 align-[-1px] text-danger"
        />
      )}
      {titleOf(event)}
      {isOff && <span className="sr-only">, {calendarText("cancelled")}</span>}
    </>
  );
  if (view === "week" && time)
    return (
      <span
        {...marked}
        title={[time, titleOf(event), place].filter(Boolean).join(", ")}
        className="@container block leading-4"
      >
        {/* A narrow column has no space for the time and truncates words instead of wrapping them. */}
        <span
          className={cn(
            "block overflow-hidden @min-[64px]:wrap-anywhere",
            isOff && "text-ink-3 line-through",
          )}
        >
          {name}
        </span>
        {!isBrief(entry.occurrence) && (
          <span className="hidden truncate text-meta text-ink-2 tabular-nums md:@min-[64px]:block">
            {time}
          </span>
        )}
      </span>
    );
  return (
    <span
      {...marked}
      title={[titleOf(event), place].filter(Boolean).join(", ")}
      className={cn("flex min-w-0 items-baseline gap-1.5 leading-5", isList && "gap-3")}
    >
      {(time || isList) && (
        <span className={cn("shrink-0 text-meta text-ink-3 tabular-nums", isList && "w-24")}>
          {time || t("allDay")}
        </span>
      )}
      {color > 0 && (isList || time) && (
        <span aria-hidden className={cn("size-2 shrink-0 self-center rounded-full", DOTS[color])} />
      )}
      <span className={cn("min-w-0 truncate", isOff && "text-ink-3 line-through", isList && "font-medium")}>
        {name}
      </span>
      {isOfSeries(entry) && (
        <Repeat aria-label={calendarText("repeats")} className="size-3 shrink-0 self-center text-ink-3" />
      )}
      {isList && place && <span className="min-w-0 truncate text-meta text-ink-3">{place}</span>}
    </span>
  );
}
