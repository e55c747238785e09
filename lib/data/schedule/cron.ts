import { Cron } from "croner";
import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/shared/errors";
import { MIN_INTERVAL_MINUTES } from "@/lib/shared/jobs/fields";
import { instantsOf, offsetNear, wallTimeOf } from "./zoned";

const MINUTE_MS = 60_000;
/** Maximum size of a clock change. Only a place that moves across the date line has a larger one. */
const CHANGE_MS = 3 * 3_600_000;
const LOOKED_AT = 200;

type Schedule = { cronExpression: string; timeZone: string };

/** Cached because parsing an expression takes as long as computing a hundred runs. */
const parsed = new LRUCache<string, Cron>({ max: 500 });

/**
 * Parses an expression for a clock without daylight saving time: croner computes local times, and `zoned.ts`
 * converts them to instants. Throws an AppError that names the error.
 */
function patternOf(cronExpression: string): Cron {
  const cached = parsed.get(cronExpression);
  if (cached) return cached;
  const fields = cronExpression.trim().split(/\s+/);
  if (fields.length !== 5)
    throw invalid(
      cronExpression,
      `it has ${fields.length} field${fields.length === 1 ? "" : "s"} instead of five (minute, hour, day of the month, month, day of the week)`,
    );
  try {
    const pattern = new Cron(fields.join(" "), { utcOffset: 0, paused: true, sloppyRanges: true });
    if (!pattern.nextRun(new Date(0))) throw new Error("it never runs");
    parsed.set(cronExpression, pattern);
    return pattern;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error);
    throw invalid(cronExpression, why);
  }
}

const invalid = (cronExpression: string, why: string) =>
  new AppError(
    "invalid",
    `cron_expression "${cronExpression}" is invalid: ${why}. Give five fields, such as "0 7 * * 1-5" for 07:00 from Monday to Friday.`,
    { details: { field: "cronExpression" } },
  );

/**
 * Returns the first run after `after`, or null if there is none. If a clock change skips a fixed time, it
 * runs when the gap ends; if a fixed time occurs twice, it runs only the first time. If the minute or the
 * hour starts with `*`, skipped times do not run and repeated times run twice.
 */
export function nextRun({ cronExpression, timeZone }: Schedule, after: Date): Date | null {
  const pattern = patternOf(cronExpression);
  const [minute = "", hour = ""] = cronExpression.trim().split(/\s+/);
  const isWildcard = /^[*?]/.test(minute) || /^[*?]/.test(hour);
  const start = after.getTime();
  const { offset, isNear } = offsetNear(start, timeZone);
  if (!isNear) {
    const wall = pattern.nextRun(new Date(start + offset))?.getTime();
    if (wall === undefined) return null;
    const there = offsetNear(wall - offset, timeZone);
    if (!there.isNear && there.offset === offset) return new Date(wall - offset);
  }
  let wall = wallTimeOf(start, timeZone) - CHANGE_MS - 1;
  const last = wall + 2 * CHANGE_MS;
  let best = Number.POSITIVE_INFINITY;
  for (;;) {
    const next = pattern.nextRun(new Date(wall))?.getTime();
    // Near a clock change, an earlier instant can have a later local time, so look a bit further than the
    // best run.
    if (
      next === undefined ||
      (best < Number.POSITIVE_INFINITY && next > Math.max(last, wallTimeOf(best, timeZone) + CHANGE_MS))
    )
      break;
    const { instants, gapEnd } = instantsOf(next, timeZone);
    const due = isWildcard ? instants : [instants[0] ?? gapEnd];
    for (const instant of due) if (instant > start) best = Math.min(best, instant);
    wall = next;
  }
  return best < Number.POSITIVE_INFINITY ? new Date(best) : null;
}

const upcomingRuns = new LRUCache<string, readonly string[]>({ max: 2_000 });

export function threeFrom(schedule: Schedule, first: string): readonly string[] {
  const key = `${schedule.cronExpression}|${schedule.timeZone}|${first}`;
  let upcoming = upcomingRuns.get(key);
  if (!upcoming) {
    upcoming = [first, ...nextRuns(schedule, new Date(first), 2).map((at) => at.toISOString())];
    upcomingRuns.set(key, upcoming);
  }
  return upcoming;
}

export function nextRuns(schedule: Schedule, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  for (let last = after; runs.length < count; ) {
    const next = nextRun(schedule, last);
    if (!next) break;
    runs.push(next);
    last = next;
  }
  return runs;
}

/**
 * Throws an AppError if two runs are closer than the minimum interval. The caller skips this check if the
 * user has permitted frequent runs.
 */
export function assertRare(schedule: Schedule, now: Date): void {
  const runs = nextRuns(schedule, now, LOOKED_AT);
  const gaps = runs.slice(1).map((run, index) => run.getTime() - (runs[index] ?? run).getTime());
  const shortest = Math.min(...gaps) / MINUTE_MS;
  if (shortest >= MIN_INTERVAL_MINUTES) return;
  throw new AppError(
    "invalid",
    `cron_expression "${schedule.cronExpression}" runs every ${shortest === 1 ? "minute" : `${shortest} minutes`}; at least ${MIN_INTERVAL_MINUTES} minutes must pass between two runs, unless the user allows more in Settings (schedule.allowFrequent). Use */${MIN_INTERVAL_MINUTES} or less often.`,
    { details: { field: "cronExpression" } },
  );
}
