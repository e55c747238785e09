import type { QuietHours } from "@/lib/shared/jobs/contract";
import type { Specs } from "@/lib/shared/jobs/fields";
import { nextRun } from "./cron";
import { wallTimeOf } from "./zoned";

const DAY_MINUTES = 1_440;
const DAY_MS = 86_400_000;

export const DEFAULT_PULSE: Specs["pulse"] = {
  activeDays: [0, 1, 2, 3, 4, 5, 6],
  pulsesPerDay: 12,
  quietHours: [{ start: "22:00", end: "07:00" }],
  notes: "",
};

export const intervalOf = ({ pulsesPerDay }: Pick<Specs["pulse"], "pulsesPerDay">): number =>
  DAY_MINUTES / pulsesPerDay;

/**
 * Returns the time of the next run of the pulse after `after`. Returns null if there is none within 14 days: no
 * day is active, or all times are in quiet hours.
 */
export function nextPulse(pulse: Specs["pulse"], timeZone: string, after: Date): Date | null {
  if (pulse.activeDays.length === 0) return null;
  const schedule = { cronExpression: expressionOf(pulse), timeZone };
  const end = after.getTime() + 14 * DAY_MS;
  for (let beat = nextRun(schedule, after); beat && beat.getTime() < end; beat = nextRun(schedule, beat)) {
    if (!isQuiet(pulse.quietHours, minuteOf(beat, timeZone))) return beat;
  }
  return null;
}

export function remainingToday(pulse: Specs["pulse"], timeZone: string, now: Date): number {
  const today = dayOf(now, timeZone);
  let count = 0;
  for (
    let beat = nextPulse(pulse, timeZone, now);
    beat && dayOf(beat, timeZone) === today;
    beat = nextPulse(pulse, timeZone, beat)
  )
    count += 1;
  return count;
}

export function firedToday(fired: readonly string[], timeZone: string, now: Date): number {
  const today = dayOf(now, timeZone);
  return fired.filter((at) => dayOf(new Date(at), timeZone) === today).length;
}

/**
 * Returns a cron expression that lists fixed times instead of wildcards, so that the pulse runs as often on a
 * day with a clock change as on other days.
 */
function expressionOf({ pulsesPerDay, activeDays }: Specs["pulse"]): string {
  const every = DAY_MINUTES / pulsesPerDay;
  const hours = Array.from({ length: Math.min(24, pulsesPerDay) }, (_, nth) => nth * Math.max(1, every / 60));
  const minutes = every < 60 ? Array.from({ length: 60 / every }, (_, nth) => nth * every) : [0];
  return `${minutes.join(",")} ${hours.join(",")} * * ${activeDays.join(",")}`;
}

const minuteOf = (at: Date, timeZone: string): number =>
  Math.floor(wallTimeOf(at.getTime(), timeZone) / 60_000) % DAY_MINUTES;

const dayOf = (at: Date, timeZone: string): number => Math.floor(wallTimeOf(at.getTime(), timeZone) / DAY_MS);

/**
 * Returns true if the minute is in one of the quiet spans. A span includes its start but not its end. If its
 * end is not after its start, it continues past midnight.
 */
function isQuiet(spans: readonly QuietHours[], minute: number): boolean {
  return spans.some(({ start, end }) => {
    const [from, to] = [minutesOf(start), minutesOf(end)];
    return from < to ? minute >= from && minute < to : minute >= from || minute < to;
  });
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
