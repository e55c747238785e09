import { DAY, PARTS } from "./date-parts.mjs";
import { fromWall, utc, zoneOf } from "./zones.mjs";

/* Formats and parses date strings, by formats such as %Y-%m-%d or as ISO 8601. */

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const digits = (read, count) => (wall) => String(read(wall)).padStart(count, "0");

const WRITTEN = {
  Y: digits(PARTS.$year, 4),
  m: digits(PARTS.$month, 2),
  d: digits(PARTS.$dayOfMonth, 2),
  H: digits(PARTS.$hour, 2),
  M: digits(PARTS.$minute, 2),
  S: digits(PARTS.$second, 2),
  L: digits(PARTS.$millisecond, 3),
  j: digits(PARTS.$dayOfYear, 3),
  w: digits(PARTS.$dayOfWeek, 1),
  u: digits(PARTS.$isoDayOfWeek, 1),
  U: digits(PARTS.$week, 2),
  V: digits(PARTS.$isoWeek, 2),
  G: digits(PARTS.$isoWeekYear, 4),
  b: (wall) => MONTHS[wall.getUTCMonth()].slice(0, 3),
  B: (wall) => MONTHS[wall.getUTCMonth()],
  z: (_, offset) => {
    const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
    return `${offset < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}${String(minutes).padStart(2, "0")}`;
  },
  Z: (_, offset) => String(offset),
  "%": () => "%",
};

/** Formats a local time. `offset` is in minutes, positive east of UTC. */
export function dateText(wall, format, offset, isUtc) {
  const asked = format ?? `%Y-%m-%dT%H:%M:%S.%L${isUtc ? "Z" : ""}`;
  if (typeof asked !== "string")
    throw new Error("format of $dateToString must be a string, such as %Y-%m-%d");
  return asked.replace(/%(.?)/gs, (all, name) => {
    if (!Object.hasOwn(WRITTEN, name)) throw new Error(`Invalid format character '${all}' in format string`);
    return WRITTEN[name](wall, offset);
  });
}

const READ = {
  ...{
    Y: "(?<Y>\\d{4})",
    m: "(?<m>\\d{1,2})",
    d: "(?<d>\\d{1,2})",
    H: "(?<H>\\d{1,2})",
    M: "(?<M>\\d{1,2})",
  },
  ...{
    S: "(?<S>\\d{1,2})",
    L: "(?<L>\\d{1,3})",
    j: "(?<j>\\d{1,3})",
    G: "(?<G>\\d{4})",
    V: "(?<V>\\d{1,2})",
  },
  ...{ u: "(?<u>\\d)", z: "(?<z>[+-]\\d\\d:?(?:\\d\\d)?|Z)", Z: "(?<Z>[+-]?\\d+)", "%": "%" },
  b: "(?<b>[A-Za-z]{3})",
  B: "(?<B>[A-Za-z]+)",
};
const ISO =
  /^(?<Y>\d{4})-(?<m>\d\d)(?:-(?<d>\d\d))?(?:[T ](?<H>\d\d):?(?<M>\d\d)(?::?(?<S>\d\d)(?:[.,](?<L>\d{1,9}))?)?)?\s*(?<z>Z|[+-]\d\d(?::?\d\d)?|[A-Za-z]+\/[\w+/-]+|UTC|GMT)?$/;

export function parsedDate(text, format, zone) {
  const match = (format === undefined ? ISO : patternFor(format)).exec(text.trim());
  if (!match?.groups) return otherwise(text, format, zone);
  const { Y, m, b, B, d, H, M, S, L, j, G, V, u, z, Z } = match.groups;
  if (z !== undefined && zone !== null)
    throw new Error(`'${text.slice(0, 100)}' contains a time zone: omit timezone`);
  const number = (part, min, max, fallback) => {
    const value = part === undefined ? fallback : Number(part);
    if (value < min || value > max) throw unread(text);
    return value;
  };
  const named = b ?? B;
  const month = named
    ? MONTHS.findIndex((one) => one.slice(0, 3).toLowerCase() === named.slice(0, 3).toLowerCase()) + 1
    : number(m, 1, 12, 1);
  const day = number(d, 1, 31, 1);
  if (month < 1) throw unread(text);
  const isWeek = G !== undefined;
  const start = isWeek ? isoStart(Number(G)) : utc(Number(Y ?? 1970), month - 1, day);
  if (!isWeek && new Date(start).getUTCDate() !== day) throw unread(text);
  const later = isWeek
    ? ((number(V, 1, 53, 1) - 1) * 7 + number(u, 1, 7, 1) - 1) * DAY
    : (number(j, 1, 366, 1) - 1) * DAY;
  const clock = utc(
    1970,
    0,
    1,
    number(H, 0, 24, 0),
    number(M, 0, 59, 0),
    number(S, 0, 59, 0),
    Math.floor(Number(`0.${L ?? 0}`) * 1_000 + 1e-6),
  );
  return fromWall(start + later + clock, Z !== undefined ? Number(Z) : z !== undefined ? zoneOf(z) : zone);
}

function isoStart(year) {
  const fourth = new Date(utc(year, 0, 4));
  return fourth.getTime() - ((fourth.getUTCDay() || 7) - 1) * DAY;
}

function patternFor(format) {
  if (typeof format !== "string")
    throw new Error("format of $dateFromString must be a string, such as %Y-%m-%d");
  const source = format.replace(/%(.?)|[\\^$.*+?()[\]{}|]/gs, (all, name) => {
    if (!all.startsWith("%")) return `\\${all}`;
    if (!Object.hasOwn(READ, name)) throw new Error(`Invalid format character '${all}' in format string`);
    return READ[name];
  });
  return new RegExp(`^${source}$`);
}

function otherwise(text, format, zone) {
  const isSpelled = format === undefined && /[A-Za-z]{3}|\d+[/.]\d+[/.]\d+/.test(text);
  const time = isSpelled ? Date.parse(`${text} UTC`) : Number.NaN;
  if (Number.isNaN(time)) throw unread(text);
  return fromWall(time, zone);
}

const unread = (text) =>
  new Error(`Error parsing date string '${text.slice(0, 100)}': it is not a date in the expected format`);
