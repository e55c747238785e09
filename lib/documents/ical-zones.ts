import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { timeZone as zoneName } from "@/lib/shared/time-zone";

/* The time zones of iCalendar files: what a file calls them, and how they are described in one. */

export type Params = Record<string, string | string[]>;
export type Property = [name: string, params: Params, type: string, ...values: unknown[]];
export type Component = [name: string, properties: Property[], components: Component[]];

type Block = { line: number; lines: string[]; problem?: string };

/** Of one part of a file: what is longer is told of, not read. */
const MAX_BLOCK = { lines: 20_000, characters: 1_000_000 };
/** Lines after which others may have a turn. */
const AT_ONCE = 1_000;

/** The parts of a file of one kind, by the line on which each begins; null every now and then, for others to have a turn. */
export function* blocksOf(text: string, kind: string): Generator<Block | null> {
  let begun: (Block & { characters: number }) | undefined;
  let nth = 0;
  for (const line of linesOf(text)) {
    nth++;
    if (nth % AT_ONCE === 0) yield null;
    const mark = line.length > MAX_MARK ? "" : line.trim().toUpperCase();
    if (mark === `BEGIN:${kind}`) {
      if (begun) yield { ...begun, problem: `It has no END:${kind}.` };
      begun = { line: nth, lines: [line], characters: 0 };
    } else if (begun) {
      begun.characters += line.length;
      if (begun.characters > MAX_BLOCK.characters || begun.lines.length >= MAX_BLOCK.lines)
        begun.problem = `It has more than ${MAX_BLOCK.lines.toLocaleString("en")} lines or ${MAX_BLOCK.characters.toLocaleString("en")} characters.`;
      else begun.lines.push(line);
      if (mark !== `END:${kind}`) continue;
      yield begun;
      begun = undefined;
    }
  }
  if (begun) yield { ...begun, problem: `The file ends before its END:${kind}.` };
}

/** No line that begins or ends a part is longer. */
const MAX_MARK = 100;

/** Never all of them at once: of a large file they would take more room than itself. */
function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|\n|\r/g;
  let from = 0;
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    yield text.slice(from, end.index);
    from = ends.lastIndex;
  }
  yield text.slice(from);
}

/** The zone that a name of the file means. Throws where it cannot be said. */
export type Zones = (tzid: string) => string | undefined;

const isZone = (name: string) => zoneName.safeParse(name).success;

const MAX_ZONES = 200;

/** Zones by their names in a file: one of the IANA list, or the one that has the offsets which the file says. */
export async function zonesOf(text: string, turn: () => Promise<void> | undefined): Promise<Zones> {
  const known = new Map<string, string | undefined>();
  const described = new Map<string, ICAL.Timezone>();
  for (const block of blocksOf(text, "VTIMEZONE")) {
    await turn();
    if (described.size >= MAX_ZONES) break;
    const zone = block && !block.problem && isModest(block.lines) && zoneOf(block.lines);
    if (zone) described.set(zone.tzid, zone);
  }
  const find = (tzid: string): string | undefined => {
    const tail = tzid.split("/").slice(-2).join("/");
    const named = [tzid, tail].find(isZone);
    if (named) return named;
    const zone = described.get(tzid);
    if (!zone) throw new Error(`Its time zone ${tzid} is not known, and the file does not describe it.`);
    return likeZone(zone);
  };
  return (tzid) => {
    if (!known.has(tzid)) known.set(tzid, find(tzid));
    return known.get(tzid);
  };
}

function zoneOf(lines: readonly string[]): ICAL.Timezone | undefined {
  try {
    return new ICAL.Timezone(new ICAL.Component(ICAL.parse(lines.join("\r\n"))));
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

const MAX_LINES = 200;
/** As zones have them: once a year, on a day of a month. ical.js follows any other one without a bound. */
const RULE =
  /^RRULE:(?:(?:FREQ=YEARLY|INTERVAL=1|BYMONTH=\d{1,2}|BYDAY=[+-]?[1-5][A-Z]{2}|UNTIL=[\dTZ]+|WKST=[A-Z]{2});?)+$/i;

/** Whether a description of a zone can be followed in bounded time. */
const isModest = (lines: readonly string[]): boolean =>
  lines.length <= MAX_LINES &&
  lines.every((line) => !/^RRULE/i.test(line) || (/FREQ=YEARLY/i.test(line) && RULE.test(line.trim()))) &&
  // What is folded would be read otherwise than it is looked at.
  lines.every((line) => !/^[ \t]/.test(line));

function likeZone(zone: ICAL.Timezone): string {
  const months = [1, 4, 7, 10];
  const offsets = months.map((month) =>
    zone.utcOffset(new ICAL.Time({ year: 2026, month, day: 15, hour: 12 }, zone)),
  );
  const fits = (name: string) =>
    months.every((month, at) => {
      const noon = Temporal.PlainDateTime.from({ year: 2026, month, day: 15, hour: 12 });
      return noon.toZonedDateTime(name).offsetNanoseconds / 1e9 === offsets[at];
    });
  const found = [...COMMON, ...Intl.supportedValuesOf("timeZone")].find(fits);
  if (!found) throw new Error(`No time zone is like ${zone.tzid}.`);
  return found;
}

/** Into the future, and of changes altogether. */
const YEARS = 12;
const MAX_CHANGES = 500;

/** A zone as its changes of summer time, from a year on. */
export function zoneComponent(zone: string, from: number): Component {
  const first = Temporal.ZonedDateTime.from({ timeZone: zone, year: from, month: 1, day: 1 });
  const parts: Component[] = [observance(first, first.offset)];
  let at: Temporal.ZonedDateTime | null = first;
  for (let change = 0; change < MAX_CHANGES; change++) {
    at = at.getTimeZoneTransition("next");
    if (!at || at.year > new Date().getFullYear() + YEARS) break;
    parts.push(observance(at, at.subtract({ seconds: 1 }).offset));
  }
  return ["vtimezone", [["tzid", {}, "text", zone]], parts];
}

function observance(at: Temporal.ZonedDateTime, before: string): Component {
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
