import { LRUCache } from "lru-cache";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Cached because creating a formatter takes longer than using it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * Returns the local time at `instant`, encoded as the UTC milliseconds with the same year, month, day, hour,
 * minute and second.
 */
export function wallTimeOf(instant: number, timeZone: string): number {
  // Splits a text such as "03/29/2026, 02:30:00", because `formatToParts` takes more than twice as long.
  const shown = formatOf(timeZone).format(instant);
  const comma = shown.indexOf(",");
  const number = (from: number, to: number) => Number(shown.slice(from, to));
  const [hour, minute, second] = [2, 5, 8].map((at) => number(comma + at, comma + at + 2));
  return Date.UTC(number(6, comma), number(0, 2) - 1, number(3, 5), hour, minute, second);
}

const offsetAt = (instant: number, timeZone: string): number =>
  wallTimeOf(instant, timeZone) - Math.floor(instant / 1000) * 1000;

/**
 * UTC offsets by zone and day. They are cached because computing them takes most of the time of a timetable.
 */
const days = new LRUCache<string, { offset: number; isNear: boolean }>({ max: 20_000 });

/** Returns the UTC offset in ms (positive east of UTC), and whether it changes within a day of `instant`. */
export function offsetNear(instant: number, timeZone: string): { offset: number; isNear: boolean } {
  const day = Math.floor(instant / DAY_MS);
  const key = `${timeZone} ${day}`;
  let cached = days.get(key);
  if (!cached) {
    const offset = offsetAt((day - 1) * DAY_MS, timeZone);
    cached = { offset, isNear: offset !== offsetAt((day + 2) * DAY_MS, timeZone) };
    days.set(key, cached);
  }
  return cached;
}

/**
 * Returns the instants that have the local time `wall`: usually one, two if the clock goes back over it, none
 * if the clock skips it. In the last case `gapEnd` is the instant at which the gap ends.
 */
export function instantsOf(wall: number, timeZone: string): { instants: number[]; gapEnd: number } {
  // Compare the offsets a day before and after the local time, because no UTC offset is larger than a day.
  const before = offsetNear(wall - DAY_MS, timeZone).offset;
  const after = offsetNear(wall + 3 * DAY_MS, timeZone).offset;
  if (before === after) return { instants: [wall - before], gapEnd: Number.NaN };
  const instants = [...new Set([wall - before, wall - after])]
    .filter((instant) => wallTimeOf(instant, timeZone) === wall)
    .sort((a, b) => a - b);
  if (instants.length > 0) return { instants, gapEnd: Number.NaN };
  return {
    instants,
    gapEnd: transition(wall - Math.max(before, after), wall - Math.min(before, after), timeZone),
  };
}

/** Returns the first minute in `(from, to]` with the offset of `to`. */
function transition(from: number, to: number, timeZone: string): number {
  const target = offsetAt(to, timeZone);
  let [low, high] = [from, to];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(middle, timeZone) === target) high = middle;
    else low = middle;
  }
  return high;
}
