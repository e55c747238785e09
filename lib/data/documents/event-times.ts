import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { StoredDocument } from "./values";

/** A time as documents have it: a date of extended JSON, or a text as ISO 8601 has it. */
export const eventTime = z.union([
  z.strictObject({
    /** Before 1970 as milliseconds. */
    $date: z.union([z.string(), z.strictObject({ $numberLong: z.string().regex(/^-?\d{1,15}$/) })]),
  }),
  z.string().max(100),
]);
export type EventTime = z.infer<typeof eventTime>;

/** A day, or a time of a clock in its zone. */
export type When = { allDay: true; day: Temporal.PlainDate } | { allDay: false; at: Temporal.ZonedDateTime };

/** Where a document names no zone, `timeZone` is whose clock counts. */
type Clock = { timeZone: string; allDay: boolean };

const ZONED = /T.*(Z|[+-]\d\d(:?\d\d)?)$/i;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Throws a RangeError where the text is no time. */
export function whenOf(given: EventTime, { timeZone, allDay }: Clock): When {
  const isDate = typeof given !== "string";
  const date = isDate ? given.$date : given;
  const text = (typeof date === "string" ? date : new Date(Number(date.$numberLong)).toISOString()).replace(
    /^(\S+) (?=\d)/,
    "$1T",
  );
  if (allDay) {
    // A day is the day that was written, whatever the zone; a date of extended JSON is one of UTC.
    const day = isDate
      ? Temporal.Instant.from(text).toZonedDateTimeISO("UTC").toPlainDate()
      : Temporal.PlainDate.from(text.slice(0, 10));
    return { allDay, day };
  }
  const at = ZONED.test(text)
    ? Temporal.Instant.from(text).toZonedDateTimeISO(timeZone)
    : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone);
  return { allDay, at };
}

/** A day as 2026-01-31, a time as an instant of UTC. */
export const textOfWhen = (when: When): string =>
  when.allDay ? when.day.toString() : when.at.toInstant().toString({ smallestUnit: "second" });

/** As it is stored. */
export const storedTime = (when: When): EventTime =>
  when.allDay ? textOfWhen(when) : { $date: textOfWhen(when) };

export const isAllDay = ({ allDay, start }: StoredDocument): boolean =>
  allDay === true || (allDay !== false && typeof start === "string" && DAY.test(start));

/** By which clock an event goes: its own zone, or that of who looks at it. */
export const clockOf = (event: StoredDocument, timeZone: string): Clock => ({
  allDay: isAllDay(event),
  timeZone: typeof event.timeZone === "string" ? event.timeZone : timeZone,
});

export type EventSpan = { start: When; end: When | undefined };

/** Start and end; of days the end is the day after the last, and at least one day is meant. */
export function eventTimesOf(event: StoredDocument, timeZone: string): EventSpan {
  const clock = clockOf(event, timeZone);
  const start = whenOf(eventTime.parse(event.start), clock);
  const end = (event.end ?? null) === null ? undefined : whenOf(eventTime.parse(event.end), clock);
  if (start.allDay && !(end?.allDay && Temporal.PlainDate.compare(end.day, start.day) > 0))
    return { start, end: { allDay: true, day: start.day.add({ days: 1 }) } };
  return { start, end };
}

/** The time of the clock, without its zone. */
export const wallTimeOfEvent = (when: When): Temporal.PlainDateTime =>
  when.allDay ? when.day.toPlainDateTime() : when.at.toPlainDateTime();

/** That time of the clock in the zone of `like`. */
export const atWall = (wall: Temporal.PlainDateTime, like: When): When =>
  like.allDay
    ? { allDay: true, day: wall.toPlainDate() }
    : { allDay: false, at: wall.toZonedDateTime(like.at.timeZoneId) };
