import { isNone, shown, textFor } from "./arguments.mjs";

const formats = new Map();

function formatFor(zone) {
  const there = formats.get(zone);
  if (there) return there;
  try {
    const fields = {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    };
    const made = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      era: "short",
      ...fields,
    });
    formats.set(zone, made);
    return made;
  } catch {
    throw new Error(
      `unrecognized time zone identifier: "${zone.slice(0, 100)}". Give one such as Europe/London, or an offset such as +05:30`,
    );
  }
}

/** Returns an offset in minutes or an IANA name; null if none is given. */
export function zoneOf(timezone) {
  if (isNone(timezone)) return null;
  const text = textFor("timezone", timezone);
  const offset = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(text);
  if (offset) return (offset[1] === "-" ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0));
  if (/^(utc|gmt|z)$/i.test(text)) return 0;
  formatFor(text);
  return text;
}

/** Returns the zone's UTC offset at a time in ms, positive east of UTC. */
export function offsetAt(milliseconds, zone) {
  if (typeof zone === "number") return zone * 60_000;
  if (zone === null) return 0;
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(milliseconds)
      .map(({ type, value }) => [type, value]),
  );
  const year = parts.era === "BC" ? 1 - Number(parts.year) : Number(parts.year);
  const wall = utc(year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return wall - Math.floor(milliseconds / 1_000) * 1_000;
}

/** Unlike Date.UTC, this also accepts years below 100. */
export function utc(year, month = 0, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0) {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  date.setUTCHours(hour, minute, second, millisecond);
  return date.getTime();
}

export const wallOf = (date, zone) => new Date(date.getTime() + offsetAt(date.getTime(), zone));

/**
 * Converts local time to a date. An ambiguous time is the earlier one; a skipped time moves forward by the
 * length of the gap.
 */
export function fromWall(wall, zone) {
  const first = wall - offsetAt(wall - offsetAt(wall, zone), zone);
  const earlier = wall - offsetAt(wall - 86_400_000, zone);
  const isEarlier = earlier < first && earlier + offsetAt(earlier, zone) === wall;
  return new Date(isEarlier ? earlier : first);
}

export function dateFor(name, value) {
  if (isNone(value)) return null;
  if (value instanceof Date) return value;
  throw new Error(`${name} needs a date, and can't convert from ${shown(value)}: use $toDate`);
}
