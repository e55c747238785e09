import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { StoredDocument } from "./values";

export const eventTime = z.union([
  z.strictObject({
    /** MongoDB writes dates before 1970 in milliseconds instead of ISO 8601. */
    $date: z.union([z.string(), z.strictObject({ $numberLong: z.string().regex(/^-?\d{1,15}$/) })]),
  }),
  z.string().max(100),
]);
export type EventTime = z.infer<typeof eventTime>;

export type When = { allDay: true; day: Temporal.PlainDate } | { allDay: false; at: Temporal.ZonedDateTime };

/** `timeZone` is that of the event, or else that of the viewer. */
type Clock = { timeZone: string; allDay: boolean };

const ZONED = /T.*(Z|[+-]\d\d(:?\d\d)?)$/i;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Parses a time. Throws a RangeError if the text is invalid. */
export function whenOf(time: EventTime, { timeZone, allDay }: Clock): When {
  const isDate = typeof time !== "string";
  const date = isDate ? time.$date : time;
  const text = (typeof date === "string" ? date : new Date(Number(date.$numberLong)).toISOString()).replace(
    /^(\S+) (?=\d)/,
    "$1T",
  );
  if (allDay) {
    // An all-day text is used as written, whatever the zone. A date in extended JSON is read in UTC.
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

/** Formats a day as 2026-01-31, or a time as a UTC instant. */
export const textOfWhen = (when: When): string =>
  when.allDay ? when.day.toString() : when.at.toInstant().toString({ smallestUnit: "second" });

export const storedTime = (when: When): EventTime =>
  when.allDay ? textOfWhen(when) : { $date: textOfWhen(when) };

export const isAllDay = ({ allDay, start }: StoredDocument): boolean =>
  allDay === true || (allDay !== false && typeof start === "string" && DAY.test(start));

export const clockOf = (event: StoredDocument, timeZone: string): Clock => ({
  allDay: isAllDay(event),
  timeZone: typeof event.timeZone === "string" ? event.timeZone : timeZone,
});

export type EventSpan = { start: When; end: When | undefined };

/**
 * Returns the start and end of an event. The end of an all-day event is exclusive and at least the day after
 * its start.
 */
export function eventTimesOf(event: StoredDocument, timeZone: string): EventSpan {
  const clock = clockOf(event, timeZone);
  const start = whenOf(eventTime.parse(event.start), clock);
  const end = (event.end ?? null) === null ? undefined : whenOf(eventTime.parse(event.end), clock);
  if (start.allDay && !(end?.allDay && Temporal.PlainDate.compare(end.day, start.day) > 0))
    return { start, end: { allDay: true, day: start.day.add({ days: 1 }) } };
  return { start, end };
}

export const wallTimeOfEvent = (when: When): Temporal.PlainDateTime =>
  when.allDay ? when.day.toPlainDateTime() : when.at.toPlainDateTime();

export const atWall = (wall: Temporal.PlainDateTime, like: When): When =>
  like.allDay
    ? { allDay: true, day: wall.toPlainDate() }
    : { allDay: false, at: wall.toZonedDateTime(like.at.timeZoneId) };
