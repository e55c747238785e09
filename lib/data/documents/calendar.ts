import { setImmediate } from "node:timers/promises";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { CalendarView, Occurrence } from "@/lib/shared/calendar";
import { timeZone } from "@/lib/shared/text/time-zone";
import { readBodies } from "@/lib/store/data/documents";
import { candidates } from "./candidates";
import { startsOf } from "./event-rule";
import {
  clockOf,
  type EventSpan,
  eventTime,
  eventTimesOf,
  textOfWhen,
  type When,
  whenOf,
} from "./event-times";
import { BATCH } from "./sources";
import type { StoredDocument } from "./values";

export const SCHEDULE = "schedule";
const MAX_DAYS = 400;
const MAX_SHOWN = 5_000;
/** Time limit for expanding recurrence rules. After it, the occurrences found so far are returned. */
export const MAX_MS = 2_000;

const DAY_MS = 86_400_000;
const isOrdered = ({ from, to }: { from: string; to: string }) => {
  const length = Date.parse(to) - Date.parse(from);
  return length > 0 && length <= MAX_DAYS * DAY_MS;
};
export const calendarSpan = z
  .object({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }), timeZone })
  .refine(isOrdered, { path: ["to"], message: `to must be after from, by at most ${MAX_DAYS} days` });

export async function allEvents(agentId: string): Promise<StoredDocument[]> {
  const events: StoredDocument[] = [];
  for await (const batch of readBodies({ agentId, collection: SCHEDULE }, candidates({}), BATCH))
    for (const text of batch) events.push(JSON.parse(text));
  return events;
}

export async function calendarOf(
  agentId: string,
  { from, to, timeZone }: z.infer<typeof calendarSpan>,
): Promise<CalendarView> {
  return occurrencesOf(await allEvents(agentId), { from, to, timeZone });
}

type Span = { from: string; to: string; timeZone: string };

export async function occurrencesOf(all: readonly StoredDocument[], span: Span): Promise<CalendarView> {
  const { timeZone } = span;
  const exceptions = exceptionsOf(all, timeZone);
  const events: CalendarView["events"] = [];
  const occurrences: Occurrence[] = [];
  let isCut = false;
  const until = Date.now() + MAX_MS;
  for (const [nth, event] of all.entries()) {
    if (nth % 50 === 0) await setImmediate();
    if (Date.now() > until || occurrences.length >= MAX_SHOWN) {
      isCut = true;
      break;
    }
    const found = safely(() => within(event, span, exceptions.get(JSON.stringify(event._id))));
    if (!found) continue;
    isCut ||= found.isCut;
    if (found.times.length === 0) continue;
    const key = JSON.stringify(event._id);
    for (const { start, end, original } of found.times)
      occurrences.push({
        ...{ key: `${key} ${original ?? ""}`, event: events.length, allDay: start.allDay },
        ...{ start: textOfWhen(start), end: end ? textOfWhen(end) : null, original },
      });
    events.push(event);
  }
  return { occurrences: occurrences.slice(0, MAX_SHOWN), events, isCut };
}

/** Returns undefined if `read` throws: events stored before validation existed may have no valid time. */
export function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export const isSeries = ({ rrule, rdates }: StoredDocument): boolean =>
  (typeof rrule === "string" && rrule !== "") || (Array.isArray(rdates) && rdates.length > 0);

/** Maps the id of each series to the original starts of its changed instances. */
export function exceptionsOf(all: readonly StoredDocument[], timeZone: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const series = new Map(
    all.some(({ seriesId }) => seriesId != null)
      ? all.filter(isSeries).map((event) => [JSON.stringify(event._id), event])
      : [],
  );
  for (const { seriesId, originalStart } of all) {
    const key = seriesId == null ? undefined : JSON.stringify(seriesId);
    const of = key === undefined ? undefined : series.get(key);
    if (key === undefined || !of) continue;
    const text = safely(() => textOfWhen(whenOf(eventTime.parse(originalStart), clockOf(of, timeZone))));
    if (text !== undefined) found.set(key, (found.get(key) ?? new Set()).add(text));
  }
  return found;
}

export type Time = EventSpan & { original: string | null };

function within(event: StoredDocument, span: Span, exceptions = new Set<string>()) {
  const { timeZone } = span;
  const [from, to] = [Temporal.Instant.from(span.from), Temporal.Instant.from(span.to)];
  const first = eventTimesOf(event, timeZone);
  const isIn = ({ start, end }: EventSpan) => {
    const begin = instantOf(start, timeZone);
    const finish = end ? instantOf(end, timeZone) : begin;
    const isBefore =
      Temporal.Instant.compare(finish, from) < 0 || (finish.equals(from) && !begin.equals(finish));
    return !isBefore && Temporal.Instant.compare(begin, to) < 0;
  };
  if (!isSeries(event))
    return { times: isIn(first) ? [{ ...first, original: originalOf(event, timeZone) }] : [], isCut: false };
  const { times, isCut } = timesOfSeries(event, { from, to, timeZone });
  return {
    times: times.filter((time) => isIn(time) && !exceptions.has(time.original ?? "")),
    isCut,
  };
}

function originalOf(event: StoredDocument, timeZone: string): string | null {
  if (event.seriesId == null) return null;
  return textOfWhen(whenOf(eventTime.parse(event.originalStart), clockOf(event, timeZone)));
}

/**
 * Returns the times of a series in a span, according to its rule, plus `rdates` and minus `exdates`. Each
 * instance lasts as long as the first one.
 */
export function timesOfSeries(
  event: StoredDocument,
  { from, to, timeZone }: { from: Temporal.Instant; to: Temporal.Instant; timeZone: string },
): { times: Time[]; isCut: boolean } {
  const first = eventTimesOf(event, timeZone);
  const clock = clockOf(event, timeZone);
  const dates = (value: unknown): When[] =>
    Array.isArray(value) ? value.map((one) => whenOf(eventTime.parse(one), clock)) : [];
  const out = new Set(dates(event.exdates).map(textOfWhen));
  // Widen the span by the event's length to include events that started before it, and by a day on each side
  // because all-day events use the viewer's time zone.
  const long = first.end
    ? instantOf(first.end, "UTC").epochMilliseconds - instantOf(first.start, "UTC").epochMilliseconds
    : 0;
  const wide = { from: from.subtract({ milliseconds: long + DAY_MS }), to: to.add({ milliseconds: DAY_MS }) };
  const rule = typeof event.rrule === "string" && event.rrule !== "" ? event.rrule : undefined;
  const { starts, isCut } = rule
    ? startsOf(rule, first.start, wide)
    : { starts: [first.start], isCut: false };
  const all = new Map([...starts, ...dates(event.rdates)].map((start) => [textOfWhen(start), start]));
  const times = [...all].flatMap(([original, start]) =>
    out.has(original) ? [] : [{ start, end: endOf(start, first), original }],
  );
  return { times, isCut };
}

function endOf(start: When, first: EventSpan): When | undefined {
  if (!first.end) return undefined;
  if (start.allDay && first.start.allDay && first.end.allDay)
    return { allDay: true, day: start.day.add(first.start.day.until(first.end.day)) };
  if (start.allDay || first.start.allDay || first.end.allDay) return undefined;
  return { allDay: false, at: start.at.add(first.start.at.toInstant().until(first.end.at.toInstant())) };
}

/** All-day events start at midnight in the viewer's time zone. */
export const instantOf = (when: When, timeZone: string): Temporal.Instant =>
  when.allDay ? when.day.toZonedDateTime(timeZone).toInstant() : when.at.toInstant();
