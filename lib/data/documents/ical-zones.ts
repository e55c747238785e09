import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { timeZone as zoneName } from "@/lib/shared/text/time-zone";

/* Time zones of iCalendar files: resolves the names in a file, and writes VTIMEZONE components. */

export type Params = Record<string, string | string[]>;
export type Property = [name: string, params: Params, type: string, ...values: unknown[]];
export type ICalComponent = [name: string, properties: Property[], components: ICalComponent[]];

type Block = { line: number; lines: string[]; problem?: string };

const MAX_BLOCK = { lines: 20_000, characters: 1_000_000 };
const LINES_PER_TURN = 1_000;

/**
 * Yields the components of one kind with their first line number. Also yields null every `LINES_PER_TURN`
 * lines, so that the caller can let other work run.
 */
export function* iCalPartsOf(text: string, kind: string): Generator<Block | null> {
  let block: (Block & { characters: number }) | undefined;
  let nth = 0;
  for (const line of linesOf(text)) {
    nth++;
    if (nth % LINES_PER_TURN === 0) yield null;
    const mark = line.length > MAX_MARK ? "" : line.trim().toUpperCase();
    if (mark === `BEGIN:${kind}`) {
      if (block) yield { ...block, problem: `END:${kind} is missing.` };
      block = { line: nth, lines: [line], characters: 0 };
    } else if (block) {
      block.characters += line.length;
      if (block.characters > MAX_BLOCK.characters || block.lines.length >= MAX_BLOCK.lines)
        block.problem = `The ${kind} has more than ${MAX_BLOCK.lines.toLocaleString("en")} lines or ${MAX_BLOCK.characters.toLocaleString("en")} characters.`;
      else block.lines.push(line);
      if (mark !== `END:${kind}`) continue;
      yield block;
      block = undefined;
    }
  }
  if (block) yield { ...block, problem: `The file ends before its END:${kind}.` };
}

/** A longer line cannot be a BEGIN or END line. */
const MAX_MARK = 100;

/** Yields lines one by one: splitting a large file would take more memory than the file. */
function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|\n|\r/g;
  let from = 0;
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    yield text.slice(from, end.index);
    from = ends.lastIndex;
  }
  yield text.slice(from);
}

export type EventBeginning = { at: Temporal.PlainDateTime; isSeries: boolean };

/** Returns the IANA zone for a zone name of the file and the start of an event. Throws for unknown zones. */
export type Zones = (tzid: string, start: EventBeginning) => string;

const isZone = (name: string) => zoneName.safeParse(name).success;

const MAX_ZONES = 200;

type Described = { zone: ICAL.Timezone; from: Temporal.PlainDateTime };

export async function zonesOf(text: string, turn: () => Promise<void> | undefined): Promise<Zones> {
  const zoneByYear = new Map<string, string | undefined>();
  const described = new Map<string, Described>();
  for (const block of iCalPartsOf(text, "VTIMEZONE")) {
    await turn();
    if (described.size >= MAX_ZONES) break;
    const lines = block && !block.problem ? unfolded(block.lines) : [];
    const found = isModest(lines) ? describedBy(lines) : undefined;
    if (found) described.set(found.zone.tzid, found);
  }
  const names = new Map<string, string | undefined>();
  const nameOf = (tzid: string) => {
    if (!names.has(tzid)) names.set(tzid, [tzid, tzid.split("/").slice(-2).join("/")].find(isZone));
    return names.get(tzid);
  };
  return (tzid, { at, isSeries }) => {
    const named = nameOf(tzid);
    const own = described.get(tzid);
    if (own && Temporal.PlainDateTime.compare(own.from, at) <= 0) {
      const key = `${at.year} ${tzid}`;
      if (!zoneByYear.has(key)) zoneByYear.set(key, likeZone(own, at.year, named));
      const found = zoneByYear.get(key) ?? onThisDay(own.zone, at, named, isSeries);
      if (!found) throw new Error(`No time zone matches ${tzid} as the file describes it.`);
      return found;
    }
    if (!named) throw new Error(`The time zone ${tzid} is unknown, and the file does not describe it.`);
    return named;
  };
}

const unfolded = (lines: readonly string[]): string[] =>
  lines
    .join("\n")
    .replace(/\n[ \t]/g, "")
    .split("\n");

function describedBy(lines: readonly string[]): Described | undefined {
  try {
    const component = new ICAL.Component(ICAL.parse(lines.join("\r\n")));
    const begins = component
      .getAllSubcomponents()
      .map((part) => Temporal.PlainDateTime.from(String(part.getFirstPropertyValue("dtstart"))))
      .sort(Temporal.PlainDateTime.compare);
    return begins[0] && { zone: new ICAL.Timezone(component), from: begins[0] };
  } catch {
    return undefined;
  }
}

const COMMON = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/Chicago",
  "America/Denver",
];

const MAX_LINES = 1_000;
/** Only days that every month has, because ical.js would search endlessly for a date that never occurs. */
const DAYS = String.raw`(?:[1-9]|1\d|2[0-8])`;
/**
 * Accepts only yearly rules on a day of a month, which time zones use. ical.js would follow other rules
 * without a limit.
 */
const RULE = new RegExp(
  String.raw`^RRULE:(?:(?:FREQ=YEARLY|INTERVAL=1|BYMONTH=\d{1,2}|BYDAY=(?:[+-]?[1-5])?[A-Z]{2}|BYMONTHDAY=${DAYS}(?:,${DAYS})*|UNTIL=[\dTZ]+|WKST=[A-Z]{2});?)+$`,
  "i",
);

const isModest = (lines: readonly string[]): boolean =>
  lines.length <= MAX_LINES &&
  lines.every((line) => !/^RRULE/i.test(line) || (/FREQ=YEARLY/i.test(line) && RULE.test(line.trim())));

/** Returns the UTC offset in seconds that the described zone has at a local time. */
const offsetIn = (zone: ICAL.Timezone, { year, month, day, hour, minute }: Temporal.PlainDateTime): number =>
  zone.utcOffset(new ICAL.Time({ year, month, day, hour, minute, second: 0 }, zone));

const offsetOf = (name: string, at: Temporal.PlainDateTime): number =>
  at.toZonedDateTime(name).offsetNanoseconds / 1e9;

const candidates = (named: string | undefined): string[] => [
  ...(named ? [named] : []),
  ...COMMON,
  ...Intl.supportedValuesOf("timeZone"),
];

/**
 * Returns an IANA zone that has the described offsets at noon on each day of a year. If several have them, prefers
 * the zone whose name the description has.
 */
function likeZone({ zone, from }: Described, year: number, named: string | undefined): string | undefined {
  const first = Temporal.PlainDateTime.from({ year, month: 1, day: 1, hour: 12 });
  const days = Array.from({ length: first.daysInYear }, (_, day) => first.add({ days: day }))
    .filter((day) => Temporal.PlainDateTime.compare(from, day) <= 0)
    .map((day) => ({ day, offset: offsetIn(zone, day) }));
  // Compare the 15th of each month first, which rules out most zones early.
  days.sort((one, other) => Number(other.day.day === 15) - Number(one.day.day === 15));
  return candidates(named).find((name) => days.every(({ day, offset }) => offsetOf(name, day) === offset));
}

/**
 * Used if no zone fits the whole year: returns the zone whose name the description has, if the offset of that zone
 * is right when the event begins. For an event that is not a series, returns any zone with that offset.
 */
function onThisDay(
  zone: ICAL.Timezone,
  at: Temporal.PlainDateTime,
  named: string | undefined,
  isSeries: boolean,
): string | undefined {
  const offset = offsetIn(zone, at);
  return (isSeries ? [named ?? []].flat() : candidates(named)).find((name) => offsetOf(name, at) === offset);
}

const YEARS = 12;
const MAX_CHANGES = 500;

export type ZoneSpan = { from: number; to: number };

/**
 * Describes a zone by its offset changes, from the year of the first event until after the last one, and at
 * least `YEARS` years into the future.
 */
export function zoneComponent(zone: string, { from, to }: ZoneSpan): ICalComponent {
  const last = Math.max(new Date().getFullYear() + YEARS, to + 1);
  const first = Temporal.ZonedDateTime.from({ timeZone: zone, year: from, month: 1, day: 1 });
  const parts: ICalComponent[] = [observance(first, first.offset)];
  let at: Temporal.ZonedDateTime | null = first;
  for (let change = 0; change < MAX_CHANGES; change++) {
    at = at.getTimeZoneTransition("next");
    if (!at || at.year > last) break;
    parts.push(observance(at, at.subtract({ seconds: 1 }).offset));
  }
  return ["vtimezone", [["tzid", {}, "text", zone]], parts];
}

function observance(at: Temporal.ZonedDateTime, before: string): ICalComponent {
  const winter = Math.min(...[1, 7].map((month) => at.with({ month, day: 1 }).offsetNanoseconds));
  const local = at.toInstant().toZonedDateTimeISO(before).toPlainDateTime();
  return [
    at.offsetNanoseconds > winter ? "daylight" : "standard",
    [
      ["dtstart", {}, "date-time", local.toString({ smallestUnit: "second" })],
      ["tzoffsetfrom", {}, "utc-offset", before],
      ["tzoffsetto", {}, "utc-offset", at.offset],
    ],
    [],
  ];
}
