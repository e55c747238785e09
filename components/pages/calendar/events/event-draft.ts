import { Temporal } from "temporal-polyfill";
import { ApiError } from "@/components/client/request";
import type { Document, Fields } from "@/components/pages/data/documents/api";
import type { Occurrence } from "@/lib/shared/calendar";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarEvents";

/**
 * State of the event form: dates and local times in `timeZone`, which is that of the calendar until the user chooses
 * another one. The end day of an all-day event is inclusive.
 */
export type EventDraft = {
  title: string;
  allDay: boolean;
  startDay: string;
  startTime: string;
  endDay: string;
  endTime: string;
  timeZone: string;
  /** The zone to store, in which a series repeats. It is the zone of the event unless the user chose another. */
  storedZone: string;
  rrule: string;
  location: string;
  contactId: string;
  /** Id of the calendar of another server; empty for the agent's own. */
  calendar: string;
  status: string;
  notes: string;
};

/** Returns the rules that the form offers, with their labels. */
export const repeats = (): [rule: string, label: string][] => [
  ["", t("never")],
  ["FREQ=DAILY", calendarText("daily")],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", calendarText("weekdays")],
  ["FREQ=WEEKLY", calendarText("weekly")],
  ["FREQ=WEEKLY;INTERVAL=2", t("fortnightly")],
  ["FREQ=MONTHLY", calendarText("monthly")],
  ["FREQ=YEARLY", t("yearly")],
];
/** Start and end as stored: dates for all-day events (the end is exclusive), otherwise ISO instants. */
export type Times = { start: string; end: string | null; allDay: boolean };

const text = (value: unknown) => (typeof value === "string" ? value : "");
const wall = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime();
const timeOf = (at: Temporal.PlainDateTime) => at.toPlainTime().toString({ smallestUnit: "minute" });

export function draftOf({ start, end, allDay }: Times, event: Fields, zone: string): EventDraft {
  const storedZone = text(event.timeZone) || zone;
  const contactId = event.contactId;
  const rest = {
    ...{ title: text(event.title), rrule: text(event.rrule).replace(/^RRULE:/i, "") },
    ...{ location: text(event.location), status: text(event.status), notes: text(event.notes) },
    calendar: text(event.calendar),
    ...{ allDay, timeZone: zone, storedZone, contactId: contactId == null ? "" : JSON.stringify(contactId) },
  };
  if (allDay) {
    const last = end ? Temporal.PlainDate.from(end).subtract({ days: 1 }).toString() : start;
    return { ...rest, startDay: start, startTime: "09:00", endDay: last, endTime: "10:00" };
  }
  const from = wall(start, zone);
  const to = end ? wall(end, zone) : from;
  return {
    ...rest,
    ...{ startDay: from.toPlainDate().toString(), startTime: timeOf(from) },
    ...{ endDay: to.toPlainDate().toString(), endTime: end ? timeOf(to) : "" },
  };
}

/** Returns the stored fields of a time: dates for all-day events, otherwise instants. */
export const storedTimes = ({ start, end, allDay }: Times): Fields =>
  allDay
    ? { start, end, allDay: true }
    : { start: { $date: start }, end: end === null ? null : { $date: end }, allDay: null };

/**
 * Returns the stored fields of a draft, with null for empty fields. Throws an ApiError if a date or a time is
 * missing.
 */
export function fieldsOfDraft(draft: EventDraft): Fields {
  const { title, location, notes, status, rrule, contactId, calendar } = draft;
  const field = (value: string) => value.trim() || null;
  return {
    ...{
      title: title.trim(),
      ...storedTimes(timesOf(draft)),
      timeZone: draft.allDay ? null : draft.storedZone,
    },
    ...{ rrule: field(rrule), location: field(location), status: field(status), notes: field(notes) },
    contactId: contactId === "" ? null : JSON.parse(contactId),
    calendar: calendar || null,
  };
}

function timesOf({ allDay, startDay, startTime, endDay, endTime, timeZone }: EventDraft): Times {
  const read = <T>(name: string, act: () => T): T => {
    try {
      return act();
    } catch {
      const message = t("timeMissing");
      throw new ApiError(422, message, { problems: [{ field: name, message }] });
    }
  };
  const at = (day: string, time: string) =>
    Temporal.PlainDateTime.from(`${day}T${time}`)
      .toZonedDateTime(timeZone)
      .toInstant()
      .toString({ smallestUnit: "second" });
  if (allDay) {
    const start = read("start", () => Temporal.PlainDate.from(startDay));
    const last = read("end", () => Temporal.PlainDate.from(endDay || startDay));
    if (Temporal.PlainDate.compare(last, start) < 0) {
      const message = t("endsTooEarly");
      throw new ApiError(422, message, { problems: [{ field: "end", message }] });
    }
    return { start: start.toString(), end: last.add({ days: 1 }).toString(), allDay };
  }
  return {
    start: read("start", () => at(startDay, startTime)),
    end: endTime === "" ? null : read("end", () => at(endDay || startDay, endTime)),
    allDay,
  };
}

/**
 * Returns only the fields that the user changed, so that saving overwrites no concurrent change of other
 * fields. The time fields change together.
 */
export function changesOf(before: EventDraft, after: EventDraft): Fields {
  const [was, is] = [fieldsOfDraft(before), fieldsOfDraft(after)];
  const differs = (name: string) => JSON.stringify(was[name]) !== JSON.stringify(is[name]);
  const names = Object.keys(is).filter(differs);
  const isMoved = ["start", "end", "allDay", "timeZone"].some(differs);
  const all = new Set([...names, ...(isMoved ? ["start", "end", "allDay", "timeZone"] : [])]);
  return Object.fromEntries([...all].map((name) => [name, is[name]]));
}

/** Returns the start of an event in its own zone, such as "08:00", if that is not the zone of the form. */
export function startInOwnZone(draft: EventDraft): string | undefined {
  if (draft.allDay || draft.storedZone === draft.timeZone) return undefined;
  try {
    return timeOf(wall(timesOf(draft).start, draft.storedZone));
  } catch {
    return undefined;
  }
}

export function withStart(
  draft: EventDraft,
  change: Partial<Pick<EventDraft, "startDay" | "startTime">>,
): EventDraft {
  const next = { ...draft, ...change };
  try {
    const length = Temporal.PlainDateTime.from(`${draft.startDay}T${draft.startTime}`).until(
      Temporal.PlainDateTime.from(`${draft.endDay}T${draft.endTime || draft.startTime}`),
    );
    const end = Temporal.PlainDateTime.from(`${next.startDay}T${next.startTime}`).add(length);
    return { ...next, endDay: end.toPlainDate().toString(), ...(draft.endTime && { endTime: timeOf(end) }) };
  } catch {
    return next;
  }
}

/** Returns the times of a new event: one hour from the next full hour. */
export function newTimes(zone: string): Times {
  const now = Temporal.Now.zonedDateTimeISO(zone);
  const start = now.round({ smallestUnit: "hour", roundingMode: "ceil" });
  const instant = (at: Temporal.ZonedDateTime) => at.toInstant().toString({ smallestUnit: "second" });
  return { start: instant(start), end: instant(start.add({ hours: 1 })), allDay: false };
}

export function problemsOf(error: unknown): Readonly<Record<string, string>> {
  const details = error instanceof ApiError ? error.details : undefined;
  const problems =
    typeof details === "object" && details !== null && "problems" in details ? details.problems : [];
  return Array.isArray(problems)
    ? Object.fromEntries(problems.map(({ field, message }) => [String(field), String(message)]))
    : {};
}

export const titleOf = (event: Document | undefined): string => text(event?.title) || t("untitled");

export type Shown = { occurrence: Occurrence; event: Document };

export const isOfSeries = ({ occurrence, event }: Shown): boolean =>
  occurrence.original !== null && event.seriesId == null;
