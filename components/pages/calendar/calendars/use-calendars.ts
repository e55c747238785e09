"use client";

import { useQuery } from "@tanstack/react-query";
import { isAboutDocuments } from "@/components/pages/data/documents/api";
import type { CalendarList, Conflict, Source } from "@/lib/shared/calendars";
import { readCalendars, readConflicts } from "./calendars-api";

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

/** Returns the calendars or address books to which new entries can be added. */
export const writableSources = (list: CalendarList | undefined, wanted: Source["kind"]): Source[] =>
  (list?.accounts ?? []).flatMap(({ sources }) =>
    sources.filter(({ kind, isReadOnly }) => kind === wanted && !isReadOnly),
  );

/** Number of entries that need a decision, and of changes that a server refuses. */
export function troublesOf(list: CalendarList | undefined): { conflicts: number; refusals: number } {
  const sources = (list?.accounts ?? []).flatMap(({ sources }) => sources);
  const sum = (of: (source: Source) => number) => sources.reduce((all, one) => all + of(one), 0);
  return { conflicts: sum((one) => one.conflicts), refusals: sum((one) => one.refusals) };
}

export function needsAttention(list: CalendarList | undefined): boolean {
  const { conflicts, refusals } = troublesOf(list);
  return conflicts + refusals > 0 || (list?.accounts.some(({ failure }) => failure !== null) ?? false);
}

export const conflictsQuery = {
  queryKey: [...CALENDARS_KEY, "conflicts"],
  queryFn: ({ signal }: { signal: AbortSignal }) => readConflicts(signal),
  meta: { outdatedBy: isAboutDocuments("calendars") },
};

/** Loads the changes that servers refuse. */
export function useRefusals(): Conflict[] {
  const { data: list } = useCalendars();
  const { data } = useQuery({ ...conflictsQuery, enabled: troublesOf(list).refusals > 0 });
  return data?.filter(({ refusal }) => refusal !== null) ?? [];
}

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
