import ICAL from "ical.js";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import type { When } from "./event-times";

const FREQUENCIES = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const MAX_COUNT = 1_000;
const MAX_TIMES_A_DAY = 24;
/** Maximum steps of expanding one rule. They take a few tens of milliseconds. */
const MAX_STEPS = 4_000;
const MAX_OCCURRENCES = 1_000;

const bare = (rrule: string) => rrule.trim().replace(/^RRULE:/i, "");

export function problemOfRule(rrule: string): string | undefined {
  let rule: ICAL.Recur;
  try {
    rule = ICAL.Recur.fromString(bare(rrule));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be parsed";
    return `Not a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO (${reason})`;
  }
  if (!FREQUENCIES.includes(rule.freq))
    return `FREQ must be one of ${FREQUENCIES.join(", ")}, such as FREQ=WEEKLY;BYDAY=MO`;
  if (/INTERVAL=(?!0*[1-9])/i.test(rrule) || rule.interval > MAX_COUNT)
    return `INTERVAL must be from 1 to ${MAX_COUNT}`;
  if (rule.count && rule.until) return "Give COUNT or UNTIL, not both";
  if (rule.count && rule.count > MAX_COUNT)
    return `COUNT must be at most ${MAX_COUNT}: give an UNTIL, or no end`;
  const parts = rule.parts as Record<string, unknown[] | undefined>;
  const times = ["BYHOUR", "BYMINUTE", "BYSECOND"].reduce((all, name) => all * (parts[name]?.length ?? 1), 1);
  if (times > MAX_TIMES_A_DAY) return `A rule can name at most ${MAX_TIMES_A_DAY} times a day`;
  return undefined;
}

/**
 * Returns the rule with its end replaced: `until` is the last possible start, `count` the number of
 * occurrences. Without either, the rule never ends.
 */
export function withEnd(rrule: string, end: { until?: When; count?: number }): string {
  const parts = bare(rrule)
    .split(";")
    .filter((part) => !/^(UNTIL|COUNT)=/i.test(part));
  if (end.count !== undefined) parts.push(`COUNT=${end.count}`);
  if (end.until) parts.push(`UNTIL=${untilText(end.until)}`);
  return parts.join(";");
}

const untilText = (when: When): string =>
  when.allDay
    ? when.day.toString().replaceAll("-", "")
    : `${when.at.toInstant().toString({ smallestUnit: "second" }).replace(/[-:]/g, "")}`;

export const countOf = (rrule: string): number | undefined => {
  const count = /(?:^|;)COUNT=(\d+)/i.exec(bare(rrule))?.[1];
  return count === undefined ? undefined : Number(count);
};

/**
 * Adapts a rule to a series that moved to another day: replaces the weekday of a weekly rule with a single
 * weekday. Returns undefined if the rule depends on its day in any other way.
 */
export function onOtherDay(
  rrule: string,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): string | undefined {
  if (from.equals(to) || !/BY(DAY|MONTHDAY|MONTH|YEARDAY|WEEKNO|SETPOS)=/i.test(rrule)) return rrule;
  const days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
  const single = /(^|;)BYDAY=(MO|TU|WE|TH|FR|SA|SU)(?=;|$)/i;
  const isWeekly = /FREQ=WEEKLY/i.test(rrule) && single.test(rrule);
  return isWeekly ? rrule.replace(single, `$1BYDAY=${days[to.dayOfWeek - 1]}`) : undefined;
}

/**
 * Returns the starts of a series within a span, in order. The first start is included even if it does not
 * match the rule. `isCut` is true if there are more starts.
 */
export function startsOf(
  rrule: string,
  start: When,
  span: { from: Temporal.Instant; to: Temporal.Instant },
): { starts: When[]; isCut: boolean } {
  const zone = start.allDay ? "UTC" : start.at.timeZoneId;
  const dtstart = start.allDay ? start.day.toZonedDateTime("UTC") : start.at;
  const starts: When[] = [];
  try {
    const rule = new RRuleTemporal({
      ...{ rruleString: `RRULE:${inUtc(bare(rrule), zone)}`, dtstart, temporal: Temporal },
      ...{ includeDtstart: true, maxIterations: MAX_STEPS, maxCandidateEvaluations: MAX_STEPS, cache: false },
    });
    const [from, to] = [span.from.toZonedDateTimeISO(zone), span.to.toZonedDateTimeISO(zone)];
    for (const at of rule.between(from, to, true)) {
      if (starts.length === MAX_OCCURRENCES) return { starts, isCut: true };
      starts.push(start.allDay ? { allDay: true, day: at.toPlainDate() } : { allDay: false, at });
    }
    return { starts, isCut: false };
  } catch {
    return { starts, isCut: true };
  }
}

/** Converts a local UNTIL to UTC: a date to the end of that day, a time from the zone. */
const inUtc = (rrule: string, zone: string): string =>
  rrule.replace(
    /UNTIL=(\d{8})(?:T(\d{6}))?(Z?)/i,
    (whole, day: string, time: string | undefined, utc: string) => {
      if (utc) return whole;
      const until = Temporal.PlainDateTime.from(`${day}T${time ?? "235959"}`).toZonedDateTime(zone);
      return `UNTIL=${untilText({ allDay: false, at: until })}`;
    },
  );
