import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { createYielder } from "@/lib/ground/base/turns";
import { withoutInvisible } from "@/lib/shared/text/invisible";
import { undecoded } from "@/lib/shared/text/text-encoding";
import { eventTimesOf, type When, wallTimeOfEvent } from "./event-times";
import {
  type EventBeginning,
  type ICalComponent,
  iCalPartsOf,
  type Params,
  type Property,
  type ZoneSpan,
  type Zones,
  zoneComponent,
  zonesOf,
} from "./ical-zones";
import type { StoredDocument } from "./values";

type Fields = Record<string, unknown>;

/**
 * `recurrence` is the original start of a changed instance of a series. `left` has the names of unsupported
 * properties; a name is repeated for each occurrence.
 */
type Read = { event: Fields; recurrence?: unknown; left: string[] } | { problem: string };
export type ReadEvent = { line: number } & Read;

export async function* readICalEvents(text: string): AsyncGenerator<ReadEvent> {
  const turn = createYielder();
  const bare = withoutInvisible(text).text;
  const zones = await zonesOf(bare, turn);
  for (const block of iCalPartsOf(bare, "VEVENT")) {
    await turn();
    if (!block) continue;
    const { line, lines, problem } = block;
    const wrong = problem ?? undecoded(lines.join(""));
    yield { line, ...(wrong ? { problem: wrong } : readEvent(lines, zones)) };
  }
}

function readEvent(lines: readonly string[], zones: Zones): Read {
  try {
    const component = ICAL.parse(lines.join("\r\n")) as ICalComponent;
    return { ...eventOf(component[1], zones), left: leftOf(component) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "The event cannot be parsed." };
  }
}

function eventOf(properties: readonly Property[], zones: Zones) {
  const of = (name: string) => properties.filter(([key]) => key === name);
  const text = (name: string) => {
    const value = of(name)[0]?.[3];
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
  };
  const [dtstart] = of("dtstart");
  if (!dtstart) throw new Error("DTSTART is missing.");
  const allDay = dtstart[2] === "date";
  const isSeries = of("rrule").length + of("rdate").length > 0;
  const zoneNames = new Map<string, string>();
  const zone: ZoneOf = (tzid) => {
    const name = zoneNames.get(tzid) ?? zones(tzid, { at: wallIn(dtstart), isSeries });
    zoneNames.set(tzid, name);
    return name;
  };
  const timeZone = allDay ? undefined : zoneIn(dtstart, zone);
  const time = (property: Property | undefined) =>
    property ? timesIn(property, allDay, zone)[0] : undefined;
  const list = (name: string) => of(name).flatMap((property) => timesIn(property, allDay, zone));
  const start = time(dtstart);
  const [rule] = of("rrule");
  const [exdates, rdates] = [list("exdate"), list("rdate")];
  const status = text("status")?.toLowerCase();
  const categories = of("categories").flatMap(([, , , ...values]) => values.map((one) => String(one).trim()));
  const named = [...new Set(categories)].filter((category) => category !== "");
  const event: Fields = {
    ...{
      title: text("summary") ?? "Without a title",
      start,
      end: time(of("dtend")[0]) ?? after(start, text("duration")),
    },
    ...{ allDay: allDay || undefined, timeZone, uid: text("uid") },
    rrule: rule && ICAL.Recur.fromData(rule[3] as never).toString(),
    ...(exdates.length > 0 && { exdates }),
    ...(rdates.length > 0 && { rdates }),
    ...{ location: text("location"), notes: text("description"), url: text("url") },
    ...(named.length > 0 && { categories: named }),
    status: status === "confirmed" ? undefined : status,
  };
  const recurrence = time(of("recurrence-id")[0]);
  const defined = Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined));
  return { event: defined, ...(recurrence !== undefined && { recurrence }) };
}

type ZoneOf = (tzid: string) => string;

const wallIn = ([, , , value]: Property): EventBeginning["at"] =>
  Temporal.PlainDateTime.from(String(value).replace(/Z$/, ""));

function zoneIn([, { tzid }, , value]: Property, zones: ZoneOf): string | undefined {
  if (typeof tzid === "string") return zones(tzid);
  return String(value).endsWith("Z") ? "UTC" : undefined;
}

/**
 * Converts a property's days to strings and its times to dates. A time without a zone is stored without one,
 * and is read in the viewer's zone.
 */
function timesIn(property: Property, allDay: boolean, zones: ZoneOf): unknown[] {
  const [, , , ...values] = property;
  const zone = allDay ? undefined : zoneIn(property, zones);
  return values.map((entry) => {
    const value = String(Array.isArray(entry) ? entry[0] : entry);
    if (allDay) return Temporal.PlainDate.from(value.slice(0, 10)).toString();
    if (value.endsWith("Z")) return { $date: Temporal.Instant.from(value).toString() };
    const wall = Temporal.PlainDateTime.from(value);
    return zone ? { $date: wall.toZonedDateTime(zone).toInstant().toString() } : wall.toString();
  });
}

function after(start: unknown, duration: string | undefined): unknown {
  if (!duration) return undefined;
  const length = Temporal.Duration.from(duration);
  if (typeof start === "string")
    return start.includes("T")
      ? Temporal.PlainDateTime.from(start).add(length).toString()
      : Temporal.PlainDate.from(start).add(length).toString();
  const { $date } = start as { $date: string };
  return { $date: Temporal.Instant.from($date).toZonedDateTimeISO("UTC").add(length).toInstant().toString() };
}

const STATUSES: Record<string, string> = { cancelled: "CANCELLED", tentative: "TENTATIVE" };

const ADDRESS = /^[^\s\p{Cc}]+$/u;

const PARTS_PER_PIECE = 100;

/**
 * Yields events as an iCalendar file, in pieces. `timeZone` applies to events without a zone. Events without
 * a valid time are omitted.
 */
export async function* calendarText(
  all: readonly StoredDocument[],
  timeZone: string,
): AsyncGenerator<string> {
  const uids = new Map(all.map((event) => [JSON.stringify(event._id), uidOf(event)]));
  const zones = new Map<string, ZoneSpan>();
  const stamp = utc(Temporal.Now.instant());
  const events: string[] = [];
  const turn = createYielder();
  for (const event of all) {
    await turn();
    try {
      events.push(ICAL.stringify(componentOf(event, { uids, zones, stamp, timeZone })));
    } catch {}
  }
  const described = [...zones].map(([zone, span]) => ICAL.stringify(zoneComponent(zone, span)));
  const pieces = [...HEAD, ...described, ...events, "END:VCALENDAR"];
  for (let at = 0; at < pieces.length; at += PARTS_PER_PIECE)
    yield `${pieces.slice(at, at + PARTS_PER_PIECE).join("\r\n")}\r\n`;
}

/** Calendar apps that subscribed may use the refresh interval as a hint. */
const HEAD = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Easel//Calendar//EN", "X-WR-CALNAME:Easel"],
  ...["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"],
];

export const uidOf = ({ uid, _id }: StoredDocument) =>
  typeof uid === "string" && uid !== "" ? uid : typeof _id === "string" ? _id : JSON.stringify(_id);

export const utc = (instant: Temporal.Instant) => instant.toString({ smallestUnit: "second" });

export type Writing = {
  uids: ReadonlyMap<string, string>;
  zones: Map<string, ZoneSpan>;
  stamp: string;
  timeZone: string;
};

/** Returns an event as a component. Adds the zone that it needs to `zones`. Throws if the event has no valid time. */
export function componentOf(event: StoredDocument, { uids, zones, stamp, timeZone }: Writing): ICalComponent {
  const { start, end } = eventTimesOf(event, timeZone);
  const series = event.seriesId == null ? undefined : uids.get(JSON.stringify(event.seriesId));
  const isZoned = !start.allDay && start.at.timeZoneId !== "UTC";
  if (isZoned) {
    const zone = start.at.timeZoneId;
    const { year } = start.at;
    const { from, to } = zones.get(zone) ?? { from: year, to: year };
    zones.set(zone, { from: Math.min(from, year), to: Math.max(to, year) });
  }
  const properties: Property[] = [];
  const add = (name: string, value: unknown, type = "text", params: Params = {}) => {
    if (value !== undefined && value !== null && value !== "") properties.push([name, params, type, value]);
  };
  const time = (name: string, when: When) => {
    if (when.allDay) add(name, when.day.toString(), "date");
    else if (isZoned)
      add(name, wallTimeOfEvent(when).toString({ smallestUnit: "second" }), "date-time", {
        tzid: when.at.timeZoneId,
      });
    else add(name, utc(when.at.toInstant()), "date-time");
  };
  const other = (name: string, value: unknown) =>
    time(
      name,
      eventTimesOf({ ...event, start: value, end: undefined, allDay: start.allDay }, timeZone).start,
    );
  add("uid", series ?? uidOf(event));
  add("dtstamp", stamp, "date-time");
  add("summary", event.title);
  time("dtstart", start);
  if (end) time("dtend", end);
  if (series !== undefined) other("recurrence-id", event.originalStart);
  if (typeof event.rrule === "string" && event.rrule !== "")
    add("rrule", ICAL.Recur.fromString(event.rrule.replace(/^RRULE:/i, "")).toJSON(), "recur");
  for (const [name, dates] of [
    ["exdate", event.exdates],
    ["rdate", event.rdates],
  ] as const)
    for (const date of Array.isArray(dates) ? dates : []) other(name, date);
  add("location", typeof event.location === "string" ? event.location : undefined);
  add("description", typeof event.notes === "string" ? event.notes : undefined);
  add("status", typeof event.status === "string" ? STATUSES[event.status] : undefined);
  // A URL is written without escaping, so a line break in it would start another property.
  if (typeof event.url === "string" && ADDRESS.test(event.url)) add("url", event.url, "uri");
  const categories = Array.isArray(event.categories) ? event.categories : [event.categories];
  for (const category of categories) if (typeof category === "string") add("categories", category);
  return ["vevent", properties, []];
}

/** Properties that are imported once; a second occurrence is reported as unsupported. */
const ONCE = new Set([
  ...["uid", "summary", "dtstart", "dtend", "duration", "rrule", "recurrence-id"],
  ...["location", "description", "status", "url"],
]);
const OFTEN = new Set(["exdate", "rdate", "categories"]);
/** Properties about the file's own record keeping, which are dropped without a report. */
const KEEPING = new Set(["dtstamp", "created", "last-modified", "sequence"]);
const MAX_NAME = 60;

function leftOf([, properties, components]: ICalComponent): string[] {
  const taken = new Set<string>();
  const isTaken = ([name]: Property) => {
    const isFirst = !taken.has(name);
    taken.add(name);
    return OFTEN.has(name) || KEEPING.has(name) || (ONCE.has(name) && isFirst);
  };
  const left = properties.flatMap((property) => [
    ...(isTaken(property) ? [] : [property[0]]),
    // In a file, RANGE applies a change to all later instances, too. The import applies it to one instance
    // only, and therefore reports RANGE.
    ...(property[0] === "recurrence-id" && property[1].range !== undefined
      ? [`recurrence-id;range=${String(property[1].range)}`]
      : []),
  ]);
  return [...left, ...components.map(([name]) => name)].map((name) => name.slice(0, MAX_NAME).toUpperCase());
}
