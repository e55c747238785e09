import { evalExpr } from "mingo/core";
import { isNone, named, textFor, wholeFor } from "./arguments.mjs";
import { DAY, daysOf, isoDay, isoWeek, PARTS } from "./date-parts.mjs";
import { dateText, parsedDate } from "./date-text.mjs";
import { isPlain } from "./values.mjs";
import { dateFor, fromWall, offsetAt, utc, wallOf, zoneOf } from "./zones.mjs";

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const part = (name, read) => (document, args, options) => {
  const isNamed = isPlain(args) && Object.hasOwn(args, "date");
  const [date, timezone] = (isNamed ? [args.date, args.timezone] : [args].flat()).map((one) =>
    evalExpr(document, one, options),
  );
  const read1 = dateFor(name, date);
  if (read1 === null || timezone === null) return null;
  return read(wallOf(read1, zoneOf(timezone)));
};

/** A field beyond its range changes the next larger one: month 13 is January of the next year. */
function fromParts(parts) {
  if (Object.values(parts).some(isNone)) return null;
  const { timezone, isoWeekYear } = parts;
  const number = (name, otherwise) =>
    parts[name] === undefined ? otherwise : wholeFor(`${name} of $dateFromParts`, parts[name]);
  const year = isoWeekYear === undefined ? number("year") : number("isoWeekYear");
  if (year < 1 || year > 9_999)
    throw new Error(`$dateFromParts takes a year between 1 and 9999, but got ${year}`);
  const time = [number("hour", 0), number("minute", 0), number("second", 0), number("millisecond", 0)];
  const clock = utc(1970, 0, 1, ...time);
  if (isoWeekYear === undefined)
    return fromWall(utc(year, number("month", 1) - 1, number("day", 1)) + clock, zoneOf(timezone));
  const fourth = new Date(utc(year, 0, 4));
  const monday = fourth.getTime() - (isoDay(fourth) - 1) * DAY;
  const days = (number("isoWeek", 1) - 1) * 7 + number("isoDayOfWeek", 1) - 1;
  return fromWall(monday + days * DAY + clock, zoneOf(timezone));
}

function $dateFromParts(document, args, options) {
  const isIso = Object.hasOwn(args, "isoWeekYear");
  const fields = isIso ? ["isoWeek", "isoDayOfWeek"] : ["month", "day"];
  const others = [...fields, "hour", "minute", "second", "millisecond", "timezone"];
  return named(
    "$dateFromParts",
    [isIso ? "isoWeekYear" : "year"],
    others,
    fromParts,
  )(document, args, options);
}

const $dateToParts = named(
  "$dateToParts",
  ["date"],
  ["timezone", "iso8601"],
  ({ date, timezone, iso8601 = false }) => {
    const instant = dateFor("$dateToParts", date);
    if (instant === null || timezone === null || iso8601 === null) return null;
    const wall = wallOf(instant, zoneOf(timezone));
    const { year, week } = isoWeek(wall);
    return {
      ...(iso8601
        ? { isoWeekYear: year, isoWeek: week, isoDayOfWeek: isoDay(wall) }
        : { year: PARTS.$year(wall), month: PARTS.$month(wall), day: PARTS.$dayOfMonth(wall) }),
      ...{ hour: PARTS.$hour(wall), minute: PARTS.$minute(wall), second: PARTS.$second(wall) },
      millisecond: PARTS.$millisecond(wall),
    };
  },
);

const MONTHS = { year: 12, quarter: 3, month: 1 };
const DAYS = { week: 7, day: 1 };
const CLOCK = { hour: 3_600_000, minute: 60_000, second: 1_000, millisecond: 1 };

function unitFor(name, value) {
  const unit = textFor(`unit of ${name}`, value);
  if (unit in MONTHS || unit in DAYS || unit in CLOCK) return unit;
  throw new Error(
    `unknown time unit value: ${unit.slice(0, 50)}. ${name} takes ${Object.keys({ ...MONTHS, ...DAYS, ...CLOCK }).join(", ")}`,
  );
}

/**
 * Adds an amount of a unit to a date. Months and days keep the local time of day, also across clock changes;
 * hours and smaller units add an exact duration.
 */
export function moved(date, unit, amount, zone) {
  if (unit in CLOCK) return new Date(date.getTime() + amount * CLOCK[unit]);
  const wall = wallOf(date, zone);
  if (unit in DAYS) return fromWall(wall.getTime() + amount * DAYS[unit] * DAY, zone);
  const months = wall.getUTCMonth() + amount * MONTHS[unit];
  const last = new Date(utc(wall.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const day = utc(wall.getUTCFullYear(), months, Math.min(wall.getUTCDate(), last));
  return fromWall(day + (wall.getTime() - daysOf(wall) * DAY), zone);
}

const moving = (name, way) =>
  named(name, ["startDate", "unit", "amount"], ["timezone"], ({ startDate, unit, amount, timezone }) => {
    const date = dateFor(name, startDate);
    if (date === null || isNone(unit) || isNone(amount) || timezone === null) return null;
    const moved1 = moved(
      date,
      unitFor(name, unit),
      way * wholeFor(`amount of ${name}`, amount),
      zoneOf(timezone),
    );
    if (Number.isNaN(moved1.getTime())) throw new Error(`${name} returns a date out of range`);
    return moved1;
  });

function firstDay(name, value) {
  if (isNone(value)) return 0;
  const asked = textFor(`startOfWeek of ${name}`, value).toLowerCase();
  const at = WEEKDAYS.findIndex((day) => day === asked || day.slice(0, 3) === asked);
  if (at === -1)
    throw new Error(`startOfWeek of ${name} must be a day such as monday, but is ${asked.slice(0, 50)}`);
  return at;
}

/** Number of week boundaries since 1970-01-01 (a Thursday), for weeks that start on weekday `first`. */
const weekOf = (days, first) => Math.floor((days + 4 - first) / 7);

const $dateDiff = named(
  "$dateDiff",
  ["startDate", "endDate", "unit"],
  ["timezone", "startOfWeek"],
  ({ startDate, endDate, unit, timezone, startOfWeek }) => {
    const [start, end] = [dateFor("$dateDiff", startDate), dateFor("$dateDiff", endDate)];
    if (start === null || end === null || isNone(unit) || timezone === null) return null;
    const by = unitFor("$dateDiff", unit);
    const zone = zoneOf(timezone);
    const [from, to] = [wallOf(start, zone), wallOf(end, zone)];
    if (by in MONTHS) {
      const months = (wall) => Math.floor((wall.getUTCFullYear() * 12 + wall.getUTCMonth()) / MONTHS[by]);
      return months(to) - months(from);
    }
    if (by === "day") return daysOf(to) - daysOf(from);
    if (by === "week") {
      const first = firstDay("$dateDiff", startOfWeek);
      return weekOf(daysOf(to), first) - weekOf(daysOf(from), first);
    }
    const size = CLOCK[by];
    const shift = offsetAt(end.getTime(), zone) - offsetAt(start.getTime(), zone);
    return Math.floor(to.getTime() / size) - Math.floor(from.getTime() / size) - Math.round(shift / size);
  },
);

const $dateTrunc = named(
  "$dateTrunc",
  ["date", "unit"],
  ["binSize", "timezone", "startOfWeek"],
  ({ date, unit, binSize = 1, timezone, startOfWeek }) => {
    const instant = dateFor("$dateTrunc", date);
    if (instant === null || isNone(unit) || binSize === null || timezone === null) return null;
    const by = unitFor("$dateTrunc", unit);
    const size = wholeFor("binSize of $dateTrunc", binSize);
    if (size <= 0) throw new Error("binSize of $dateTrunc must be greater than 0");
    const zone = zoneOf(timezone);
    const wall = wallOf(instant, zone);
    const floored = (value, bin) => Math.floor(value / bin) * bin;
    // Like MongoDB, count bins from the beginning of the year 2000.
    if (by in MONTHS) {
      const months = (wall.getUTCFullYear() - 2_000) * 12 + wall.getUTCMonth();
      return fromWall(utc(2_000, floored(months, MONTHS[by] * size)), zone);
    }
    if (by in DAYS) {
      const start = utc(2_000) / DAY;
      const isWeek = by === "week";
      const from = isWeek ? start + ((firstDay("$dateTrunc", startOfWeek) - 6 + 7) % 7) : start;
      return fromWall((from + floored(daysOf(wall) - from, DAYS[by] * size)) * DAY, zone);
    }
    const from = fromWall(utc(2_000), zone).getTime();
    return new Date(from + floored(instant.getTime() - from, CLOCK[by] * size));
  },
);

const $dateToString = named(
  "$dateToString",
  ["date"],
  ["format", "timezone", "onNull"],
  ({ date, format, timezone, onNull = null }) => {
    const instant = dateFor("$dateToString", date);
    if (instant === null) return onNull;
    if (timezone === null || format === null) return null;
    const zone = zoneOf(timezone);
    return dateText(
      wallOf(instant, zone),
      format,
      offsetAt(instant.getTime(), zone) / 60_000,
      timezone === undefined || zone === 0,
    );
  },
);

function $dateFromString(document, args, options) {
  const compute = (all) => {
    const { dateString, format, timezone, onNull = null } = all;
    if (isNone(dateString)) return onNull;
    if (timezone === null || format === null) return null;
    try {
      return parsedDate(textFor("$dateFromString", dateString), format, zoneOf(timezone));
    } catch (error) {
      if (Object.hasOwn(all, "onError")) return all.onError;
      throw error;
    }
  };
  return named(
    "$dateFromString",
    ["dateString"],
    ["format", "timezone", "onError", "onNull"],
    compute,
  )(document, args, options);
}

export const dates = {
  ...Object.fromEntries(Object.entries(PARTS).map(([name, read]) => [name, part(name, read)])),
  ...{ $dateFromParts, $dateToParts, $dateDiff, $dateTrunc, $dateToString, $dateFromString },
  $dateAdd: moving("$dateAdd", 1),
  $dateSubtract: moving("$dateSubtract", -1),
};
