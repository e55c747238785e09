import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { componentOf, readICalEvents, uidOf, utc } from "../documents/ical";
import { type ICalComponent, type Property, type ZoneSpan, zoneComponent } from "../documents/ical-zones";
import { normalized, type StoredDocument } from "../documents/values";
import { defined, type Fields, isSame, type ObjectFormat, type Parts } from "./format";

/** The properties that each group of fields determines. They are written together. */
const GROUPS: [fields: readonly string[], properties: readonly string[]][] = [
  [["title"], ["summary"]],
  [
    ["start", "end", "allDay", "timeZone"],
    ["dtstart", "dtend", "duration"],
  ],
  [["rrule"], ["rrule"]],
  [["exdates"], ["exdate"]],
  [["rdates"], ["rdate"]],
  [["originalStart"], ["recurrence-id"]],
  [["location"], ["location"]],
  [["notes"], ["description"]],
  [["url"], ["url"]],
  [["categories"], ["categories"]],
  [["status"], ["status"]],
];
const OWN_FIELDS = GROUPS.flatMap(([fields]) => fields);
const STORED = new Set([...OWN_FIELDS, "uid"]);
/** The only values of `status` that iCalendar has a word for. Other values are not sent. */
const SHARED_STATUSES = new Set(["cancelled", "tentative"]);
/** Properties that only the first event of a series has. */
const OF_SERIES = new Set(["rrule", "rdate", "exdate", "exrule", "dtstart", "dtend", "duration"]);

export const eventFormat: ObjectFormat = {
  collection: "schedule",
  mediaType: "text/calendar; charset=utf-8",
  ending: ".ics",
  read: readParts,
  keyOf: ({ originalStart }) => keyOfStart(originalStart),
  comparable: (document) => defined(pick(document)),
  merged: (document, fields) => {
    const kept = Object.entries(document).filter(
      ([name, value]) => !STORED.has(name) || (name === "status" && !isShared(value)),
    );
    const { status, ...rest } = fields;
    const given = status === undefined ? rest : { ...rest, status };
    return { ...Object.fromEntries(kept), ...given, _id: document._id };
  },
  write: (documents, timeZone) =>
    ICAL.stringify(
      withEvents(
        ["vcalendar", [["version", {}, "text", "2.0"], PRODUCT], []],
        [],
        written(documents, documents, timeZone),
      ),
    ),
  patch,
  uidOf,
};

const PRODUCT: Property = ["prodid", {}, "text", "-//Easel//Calendar//EN"];

const isShared = (status: unknown): boolean => typeof status === "string" && SHARED_STATUSES.has(status);

const keyOfStart = (start: unknown): string => (start == null ? "" : JSON.stringify(normalized(start)));

function pick(document: Fields): Fields {
  const found = Object.fromEntries(OWN_FIELDS.map((name) => [name, document[name]]));
  return {
    ...found,
    allDay: document.allDay === true || undefined,
    status: isShared(document.status) ? document.status : undefined,
  };
}

async function readParts(raw: string): Promise<Parts> {
  const problems: string[] = [];
  const parts: Parts["parts"] = [];
  for await (const read of readICalEvents(raw)) {
    if ("problem" in read) {
      problems.push(read.problem);
      parts.push(null);
      continue;
    }
    const { event, recurrence } = read;
    const { rrule: _rrule, ...alone } = event;
    const fields = normalized(
      recurrence === undefined ? event : { ...alone, originalStart: recurrence },
    ) as Fields;
    parts.push({ key: keyOfStart(fields.originalStart), fields });
  }
  return { parts, problems };
}

type Written = { components: ICalComponent[]; zones: ReadonlyMap<string, ZoneSpan> };

function written(
  documents: readonly StoredDocument[],
  all: readonly StoredDocument[],
  timeZone: string,
  uid?: string,
): Written {
  const uids = new Map(all.map((event) => [JSON.stringify(event._id), uid ?? uidOf(event)]));
  const zones = new Map<string, ZoneSpan>();
  const stamp = utc(Temporal.Now.instant());
  const components = documents.map((event) =>
    componentOf({ ...event, ...(uid !== undefined && { uid }) }, { uids, zones, stamp, timeZone }),
  );
  return { components, zones };
}

/** Returns the calendar with other events, and with the zones that the new ones need. */
function withEvents(
  [name, properties, parts]: ICalComponent,
  events: readonly ICalComponent[],
  { components, zones }: Written,
): ICalComponent {
  const others = parts.filter(([kind]) => kind !== "vevent");
  const known = new Set(
    others.flatMap(([kind, own]) => (kind === "vtimezone" ? own.filter(isNamed("tzid")).map(textIn) : [])),
  );
  const added = [...zones].flatMap(([zone, span]) => (known.has(zone) ? [] : [zoneComponent(zone, span)]));
  return [name, properties, [...added, ...others, ...events, ...components]];
}

const isNamed =
  (...names: string[]) =>
  ([name]: Property) =>
    names.includes(name);
const textIn = ([, , , value]: Property): string => String(value);

function patch(
  raw: string,
  base: readonly (StoredDocument | null)[],
  documents: readonly StoredDocument[],
  timeZone: string,
): string {
  const parsed = ICAL.parse(raw) as ICalComponent | ICalComponent[];
  const root = (Array.isArray(parsed[0]) ? parsed[0] : parsed) as ICalComponent;
  const events = root[2].filter(([kind]) => kind === "vevent");
  const uid = events[0]?.[1].find(isNamed("uid"));
  const ownUid = uid && textIn(uid);
  const byId = new Map(documents.map((one) => [JSON.stringify(one._id), one]));
  const zones = new Map<string, ZoneSpan>();
  const fresh = (document: StoredDocument): ICalComponent => {
    const made = written([document], documents, timeZone, ownUid);
    for (const [zone, span] of made.zones) zones.set(zone, span);
    return made.components[0] as ICalComponent;
  };
  const changed = events.flatMap((event, at) => {
    const before = base[at];
    if (!before) return [event];
    const id = JSON.stringify(before._id);
    const now = byId.get(id);
    byId.delete(id);
    if (!now) return [];
    return isSame(eventFormat.comparable(before), eventFormat.comparable(now))
      ? [event]
      : [edited(event, before, now, fresh(now))];
  });
  const first = events.find(([, properties]) => !properties.some(isNamed("recurrence-id")));
  const added = [...byId.values()].map((document) => instanceLike(first, fresh(document), document));
  return ICAL.stringify(withEvents(root, changed, { components: added, zones }));
}

/** Replaces the properties of the fields that changed, and keeps all others, such as attendees and alarms. */
function edited(
  [name, properties, parts]: ICalComponent,
  before: StoredDocument,
  now: StoredDocument,
  [, fresh]: ICalComponent,
): ICalComponent {
  const [was, is] = [pick(before), pick(now)];
  const names = new Set(
    GROUPS.flatMap(([fields, own]) =>
      fields.some((field) => !isSame(defined({ field: was[field] }), defined({ field: is[field] })))
        ? own
        : [],
    ),
  );
  const kept = properties.filter(([property]) => !names.has(property) && !REVISED.has(property));
  return [
    name,
    [...kept, ...revised(properties), ...fresh.filter(([property]) => names.has(property))],
    parts,
  ];
}

const REVISED = new Set(["sequence", "dtstamp", "last-modified"]);

function revised(properties: readonly Property[]): Property[] {
  const sequence = Number(properties.find(isNamed("sequence"))?.[3] ?? 0);
  const now = utc(Temporal.Now.instant());
  return [
    ["sequence", {}, "integer", (Number.isSafeInteger(sequence) ? sequence : 0) + 1],
    ["dtstamp", {}, "date-time", now],
    ["last-modified", {}, "date-time", now],
  ];
}

/** A changed instance also has what its series has, such as attendees and alarms. */
function instanceLike(
  first: ICalComponent | undefined,
  [name, fresh]: ICalComponent,
  { originalStart }: StoredDocument,
): ICalComponent {
  if (!first || originalStart == null) return [name, fresh, []];
  const own = new Set([...GROUPS.flatMap(([, properties]) => properties), "uid", ...OF_SERIES, ...REVISED]);
  const inherited = first[1].filter(([property]) => !own.has(property));
  return [
    name,
    [...fresh.filter(([property]) => property !== "dtstamp"), ...inherited, ...revised([])],
    first[2],
  ];
}
