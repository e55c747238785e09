"use client";

import { useQuery } from "@tanstack/react-query";
import { isAboutDocuments } from "@/components/pages/data/documents/api";
import type { CalendarList, Source } from "@/lib/shared/calendars";
import { readCalendars } from "./calendars-api";

export const CALENDARS_KEY = ["calendars"];

/** Loads the calendars and address books of other servers. */
export function useCalendars() {
  return useQuery({
    queryKey: CALENDARS_KEY,
    queryFn: ({ signal }) => readCalendars(signal),
    meta: { outdatedBy: isAboutDocuments("calendars") },
  });
}

/** Returns the calendar of an event. An event of an unknown calendar is one of the agent's own. */
export function sourceOf(list: CalendarList | undefined, id: unknown): Source | undefined {
  const found = list?.accounts.flatMap(({ sources }) => sources).find((one) => one.id === id);
  return found ?? list?.own;
}

/** Returns the calendars to which new events can be added. */
export const writableCalendars = (list: CalendarList | undefined): Source[] =>
  (list?.accounts ?? []).flatMap(({ sources }) =>
    sources.filter(({ kind, isReadOnly }) => kind === "events" && !isReadOnly),
  );

export const needsAttention = (list: CalendarList | undefined): boolean =>
  list?.accounts.some(
    ({ failure, sources }) => failure !== null || sources.some((one) => one.conflicts > 0),
  ) ?? false;

/** Classes of the colours of calendars, by number. Tailwind needs whole names. */
export const EDGES = [
  "border-ink-3",
  "border-chart-1",
  "border-chart-2",
  "border-chart-3",
  "border-chart-4",
  "border-chart-5",
  "border-chart-6",
] as const;
export const DOTS = [
  "bg-ink-3",
  "bg-chart-1",
  "bg-chart-2",
  "bg-chart-3",
  "bg-chart-4",
  "bg-chart-5",
  "bg-chart-6",
] as const;
