import type { Component, Property } from "./ical-zones";

/* What an event of an iCalendar file says that the schedule has no place for. */

/** Taken in once: a second one is left. */
const ONCE = new Set([
  ...["uid", "summary", "dtstart", "dtend", "duration", "rrule", "recurrence-id"],
  ...["location", "description", "status", "url"],
]);
const OFTEN = new Set(["exdate", "rdate", "categories"]);
/** Of the file's own keeping: nobody misses them. */
const KEEPING = new Set(["dtstamp", "created", "last-modified", "sequence"]);
const MAX_NAME = 60;

/** The properties and components of an event that are not taken in, each time by its name. */
export function leftOf([, properties, components]: Component): string[] {
  const taken = new Set<string>();
  const isTaken = ([name]: Property) => {
    const isFirst = !taken.has(name);
    taken.add(name);
    return OFTEN.has(name) || KEEPING.has(name) || (ONCE.has(name) && isFirst);
  };
  const left = properties.flatMap((property) => [
    ...(isTaken(property) ? [] : [property[0]]),
    // One stands for all that follow: here it stands for itself.
    ...(property[0] === "recurrence-id" && property[1].range !== undefined
      ? [`recurrence-id;range=${String(property[1].range)}`]
      : []),
  ]);
  return [...left, ...components.map(([name]) => name)].map((name) => name.slice(0, MAX_NAME).toUpperCase());
}
