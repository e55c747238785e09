import { LRUCache } from "lru-cache";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Making a formatter costs more than a thousand uses of it. */
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
 * What the clock on the wall shows at `instant`, as the milliseconds that it would be in UTC: `Date.UTC` of year, month,
 * day, hour and minute there.
 */
export function wallTimeOf(instant: number, timeZone: string): number {
  // "03/29/2026, 02:30:00": asking for its parts would take more than twice as long.
  const shown = formatOf(timeZone).format(instant);
  const comma = shown.indexOf(",");
  const number = (from: number, to: number) => Number(shown.slice(from, to));
  const [hour, minute, second] = [2, 5, 8].map((at) => number(comma + at, comma + at + 2));
  return Date.UTC(number(6, comma), number(0, 2) - 1, number(3, 5), hour, minute, second);
}

const offsetAt = (instant: number, timeZone: string): number =>
  wallTimeOf(instant, timeZone) - Math.floor(instant / 1000) * 1000;

/** By zone and day: what a clock shows costs as much as all else of a time table. */
const days = new LRUCache<string, { offset: number; isNear: boolean }>({ max: 20_000 });

/** How far the wall is ahead of UTC, and whether the clocks of the zone change within a day of `instant`. */
export function offsetNear(instant: number, timeZone: string): { offset: number; isNear: boolean } {
  const day = Math.floor(instant / DAY_MS);
  const key = `${timeZone} ${day}`;
  let known = days.get(key);
  if (!known) {
    const offset = offsetAt((day - 1) * DAY_MS, timeZone);
    known = { offset, isNear: offset !== offsetAt((day + 2) * DAY_MS, timeZone) };
    days.set(key, known);
  }
  return known;
}

/**
 * When the clock on the wall shows `wall`: once; twice where the clocks go back over it; where they go forward over it
 * never, and then `gapEnd` is when they have.
 */
export function instantsOf(wall: number, timeZone: string): { instants: number[]; gapEnd: number } {
  // Each from more than a day away, as no zone is from UTC.
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

/** The first minute of `(from, to]` with the offset of `to`. */
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
