import type { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { EVENT_SCOPES } from "@/lib/shared/calendar";
import { AppError } from "@/lib/shared/errors";
import type { Change } from "@/lib/store/data/document-changes";
import type { By } from "@/lib/store/revisions";
import { allEvents, instantOf, isSeries, SCHEDULE, timesOfSeries } from "./calendar";
import { newDocumentId, stored } from "./documents";
import { countOf, onOtherDay, withEnd } from "./event-rule";
import {
  atWall,
  clockOf,
  type EventTime,
  eventTime,
  eventTimesOf,
  isAllDay,
  storedTime,
  textOfWhen,
  type When,
  wallTimeOfEvent,
  whenOf,
} from "./event-times";
import { normalized, type StoredDocument } from "./values";
import { writeChange } from "./write";

const USER: By = { author: "person", cause: null };

const fields = z.record(z.string(), z.unknown());
export const eventChange = z.strictObject({
  was: z.looseObject({ _id: z.unknown() }),
  original: z.string().max(100).nullable(),
  scope: z.enum(EVENT_SCOPES),
  /**
   * The fields to change; null removes a field. If `set` is absent, the event is deleted. Times are those of
   * the edited instance.
   */
  set: fields.optional(),
  timeZone: z.string().max(100),
});
type EventChangeInput = z.infer<typeof eventChange>;

/**
 * Changes or deletes an event: one instance of a series, that instance and the following ones, or all. The
 * user can undo the result as a single change.
 */
export async function changeCalendarEvent(agentId: string, input: EventChangeInput) {
  let revision: string | undefined;
  const context = {
    ...{ agentId, by: USER },
    onWritten: (id: string) => {
      revision = id;
    },
  };
  const was = normalized(input.was) as StoredDocument;
  const set = input.set && (normalized(input.set) as Record<string, unknown>);
  await writeChange(SCHEDULE, context, { operation: set ? "change" : "delete" }, async ({ indexes }) => {
    const all = await allEvents(agentId);
    const seen = all.find((one) => isEqual(one, was));
    if (!seen)
      throw new AppError(
        "conflict",
        "This event changed since you opened it. Nothing was changed. Reload it and try again.",
      );
    const parts = changeOf(all, seen, { ...input, set });
    const put = (event: StoredDocument) => stored(SCHEDULE, event, indexes);
    const change: Change = {
      inserts: parts.inserts?.map(put),
      updates: parts.updates?.map(put),
      deletes: parts.deletes?.map(({ _id }) => JSON.stringify(_id)),
    };
    return { change, result: {} };
  });
  return { revision };
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const merged = (event: StoredDocument, set: Record<string, unknown>): StoredDocument => ({
  ...Object.fromEntries(Object.entries({ ...event, ...set }).filter(([, value]) => value !== null)),
  _id: event._id,
});

type Parts = { inserts?: StoredDocument[]; updates?: StoredDocument[]; deletes?: StoredDocument[] };
type Wanted = Pick<EventChangeInput, "original" | "scope" | "set" | "timeZone">;

function changeOf(all: readonly StoredDocument[], seen: StoredDocument, wanted: Wanted): Parts {
  const { set, scope } = wanted;
  const series = isSeries(seen)
    ? seen
    : seen.seriesId == null
      ? undefined
      : all.find((one) => isSeries(one) && isEqual(one._id, seen.seriesId));
  if (!series) return set ? { updates: [merged(seen, set)] } : { deletes: [seen] };
  const own = seen === series ? undefined : seen;
  const clock = clockOf(series, wanted.timeZone);
  const originalTime = own ? eventTime.parse(own.originalStart) : wanted.original;
  const original =
    originalTime === null ? eventTimesOf(series, wanted.timeZone).start : whenOf(originalTime, clock);
  if (scope === "this") return changeOne(series, own, original, set);
  const others = all.filter((one) => one.seriesId != null && isEqual(one.seriesId, series._id));
  const first = eventTimesOf(series, wanted.timeZone).start;
  if (scope === "all" || isEqual(textOfWhen(first), textOfWhen(original)))
    return set
      ? { ...changeAll(series, others, { original, set, timeZone: wanted.timeZone }) }
      : { deletes: [series, ...others] };
  return changeFollowing(series, others, { original, set, timeZone: wanted.timeZone });
}

function changeOne(
  series: StoredDocument,
  own: StoredDocument | undefined,
  original: When,
  set: Record<string, unknown> | undefined,
): Parts {
  const { rrule: _rule, ...alone } = set ?? {};
  if (set && own) return { updates: [merged(own, alone)] };
  if (set) {
    const { _id, rrule, exdates, rdates, ...rest } = series;
    const event = { ...rest, seriesId: _id, originalStart: storedTime(original) };
    return { inserts: [merged({ ...event, _id: newDocumentId() }, alone)] };
  }
  const exdates = [...(Array.isArray(series.exdates) ? series.exdates : []), storedTime(original)];
  return { updates: [{ ...series, exdates }], deletes: own ? [own] : [] };
}

type Shifted = { original: When; set: Record<string, unknown>; timeZone: string };

/** Changes a whole series. If `set` moves the edited instance, the series moves by the same amount. */
function changeAll(
  series: StoredDocument,
  others: readonly StoredDocument[],
  { original, set, timeZone }: Shifted,
): Parts {
  const after = merged(series, set);
  const isOther = set.calendar !== undefined && !isEqual(set.calendar ?? null, series.calendar ?? null);
  const along = (one: StoredDocument) => (isOther ? merged(one, { calendar: set.calendar }) : one);
  if (set.start === undefined) return { updates: [after, ...(isOther ? others.map(along) : [])] };
  const clock = clockOf(after, timeZone);
  const newTimes = eventTimesOf(after, timeZone);
  const before = eventTimesOf(series, timeZone);
  const moved = wallTimeOfEvent(original).until(wallTimeOfEvent(newTimes.start), { largestUnit: "days" });
  const start = atWall(wallTimeOfEvent(before.start).add(moved), newTimes.start);
  const end =
    newTimes.end && ((after.end ?? null) !== null || newTimes.start.allDay)
      ? atWall(
          wallTimeOfEvent(start).add(
            wallTimeOfEvent(newTimes.start).until(wallTimeOfEvent(newTimes.end), { largestUnit: "days" }),
          ),
          newTimes.start,
        )
      : undefined;
  const rrule = movedRule(
    series,
    set,
    wallTimeOfEvent(original).toPlainDate(),
    wallTimeOfEvent(newTimes.start).toPlainDate(),
  );
  const shift = (value: unknown): EventTime | null => {
    const at = whenOf(eventTime.parse(value), clockOf(series, timeZone));
    return storedTime(atWall(wallTimeOfEvent(at).add(moved), newTimes.start));
  };
  const dates = (value: unknown) => (Array.isArray(value) ? value.map(shift) : null);
  return {
    updates: [
      merged(after, {
        ...{
          start: storedTime(start),
          end: end ? storedTime(end) : null,
          allDay: clock.allDay || null,
          rrule,
        },
        ...{ exdates: dates(series.exdates), rdates: dates(series.rdates) },
      }),
      ...others.map((one) => ({ ...along(one), originalStart: shift(one.originalStart) })),
    ],
  };
}

function movedRule(
  series: StoredDocument,
  set: Record<string, unknown>,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): unknown {
  if (set.rrule !== undefined && set.rrule !== series.rrule) return set.rrule;
  if (typeof series.rrule !== "string") return series.rrule ?? null;
  const rule = onOtherDay(series.rrule, from, to);
  if (rule === undefined)
    throw new AppError(
      "invalid",
      "rrule: The rule names specific days. Change how the event repeats, or move only this event. Nothing was changed.",
      {
        details: {
          problems: [
            {
              field: "rrule",
              message: "The rule names specific days: change the rule too, or move only this event",
            },
          ],
        },
      },
    );
  return rule;
}

function changeFollowing(
  series: StoredDocument,
  others: readonly StoredDocument[],
  { original, set, timeZone }: Omit<Shifted, "set"> & { set: Record<string, unknown> | undefined },
): Parts {
  const clock = clockOf(series, timeZone);
  const isLater = (value: unknown) =>
    textOfWhen(whenOf(eventTime.parse(value), clock)) >= textOfWhen(original);
  const list = (value: unknown) => (Array.isArray(value) ? value : []);
  const part = (event: StoredDocument, keep: (value: unknown) => boolean) => ({
    exdates: list(event.exdates).some(keep) ? list(event.exdates).filter(keep) : null,
    rdates: list(event.rdates).some(keep) ? list(event.rdates).filter(keep) : null,
  });
  const rule = String(series.rrule ?? "");
  const last: When = original.allDay
    ? { allDay: true, day: original.day.subtract({ days: 1 }) }
    : { allDay: false, at: original.at.subtract({ seconds: 1 }) };
  const ended = merged(series, {
    ...(rule && { rrule: withEnd(rule, { until: last }) }),
    ...part(series, (one) => !isLater(one)),
  });
  const later = others.filter((one) => isLater(one.originalStart));
  if (!set) return { updates: [ended], deletes: later };
  const { uid: _uid, ...rest } = series;
  const next: StoredDocument = merged(
    { ...rest, _id: newDocumentId() },
    {
      ...timesAt(series, original, timeZone),
      ...(rule && { rrule: restOf(series, rule, original, timeZone) }),
      ...part(series, isLater),
    },
  );
  const moved = changeAll(next, later, { original, set, timeZone });
  const [event, ...changed] = moved.updates ?? [];
  const followers = changed.length > 0 ? changed : later;
  return {
    inserts: event ? [event] : [],
    updates: [ended, ...followers.map((one) => ({ ...one, seriesId: next._id }))],
  };
}

function restOf(series: StoredDocument, rule: string, original: When, timeZone: string): string {
  const count = countOf(rule);
  if (count === undefined) return rule;
  const first = eventTimesOf(series, timeZone).start;
  const span = { from: instantOf(first, "UTC"), to: instantOf(original, "UTC") };
  const { times } = timesOfSeries({ ...series, exdates: [], rdates: [] }, { ...span, timeZone });
  const gone = times.filter(({ start }) => textOfWhen(start) < textOfWhen(original)).length;
  return withEnd(rule, { count: Math.max(1, count - gone) });
}

function timesAt(series: StoredDocument, original: When, timeZone: string): Record<string, unknown> {
  const { start, end } = eventTimesOf(series, timeZone);
  const moved = end && wallTimeOfEvent(start).until(wallTimeOfEvent(end), { largestUnit: "days" });
  const hasEnd = moved && (series.end ?? null) !== null;
  return {
    start: storedTime(original),
    end: hasEnd ? storedTime(atWall(wallTimeOfEvent(original).add(moved), original)) : null,
    allDay: isAllDay(series) || null,
  };
}
