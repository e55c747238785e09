import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { timeZone } from "@/lib/shared/text/time-zone";
import { problemOfRule } from "./event-rule";
import { clockOf, type EventTime, eventTime, textOfWhen, whenOf } from "./event-times";
import type { StoredDocument } from "./values";

const MAX_DATES = 1_000;
const text = z.string().max(10_000);
const optional = <T extends z.ZodType>(schema: T) => schema.nullish();
const id = z.union([z.string(), z.number(), z.looseObject({})]);

const SCHEMAS: Record<string, z.ZodType> = {
  master: z.looseObject({ _id: id }),
  contacts: z.looseObject({
    _id: id,
    name: text.min(1),
    phone: optional(text),
    email: optional(text),
  }),
  schedule: z
    .looseObject({
      _id: id,
      title: text.min(1),
      start: eventTime,
      end: optional(eventTime),
      allDay: optional(z.boolean()),
      timeZone: optional(timeZone),
      rrule: optional(text),
      exdates: optional(z.array(eventTime).max(MAX_DATES)),
      rdates: optional(z.array(eventTime).max(MAX_DATES)),
      seriesId: optional(id),
      originalStart: optional(eventTime),
      location: optional(text),
      contactId: optional(id),
      status: optional(text),
    })
    .superRefine(checkTimes),
};

type Timed = { start: EventTime; end?: EventTime | null; rrule?: string | null };

function checkTimes(event: Timed & Record<string, unknown>, context: z.RefinementCtx): void {
  const say = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  const clock = clockOf({ _id: null, ...event }, "UTC");
  const read = (path: string, value: unknown) => {
    try {
      return (value ?? null) === null ? undefined : whenOf(eventTime.parse(value), clock);
    } catch {
      say(path, "Give an ISO 8601 time, such as 2026-01-31T09:00:00Z, or for a whole day 2026-01-31");
      return undefined;
    }
  };
  const [start, end] = [read("start", event.start), read("end", event.end)];
  if (start && end && textOfWhen(end) < textOfWhen(start)) say("end", "The event ends before it starts");
  for (const path of ["exdates", "rdates"])
    if (Array.isArray(event[path])) event[path].every((value) => read(path, value));
  read("originalStart", event.originalStart);
  if (event.seriesId != null && event.originalStart == null)
    say("originalStart", "Give the start by the rule of the instance that this event replaces");
  const isRule = typeof event.rrule === "string" && event.rrule !== "";
  if (isRule && event.seriesId != null) say("rrule", "An instance of a series cannot have its own rule");
  const problem = isRule ? problemOfRule(String(event.rrule)) : undefined;
  if (problem) say("rrule", problem);
}

/** Throws an AppError that names the field if a document of a managed collection is invalid. */
export function checkManaged(collection: string, document: StoredDocument): StoredDocument {
  const schema = Object.hasOwn(SCHEMAS, collection) ? SCHEMAS[collection] : undefined;
  const parsed = schema?.safeParse(document);
  if (!parsed || parsed.success) return document;
  const reasons = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  const problems = parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  throw new AppError("invalid", `Invalid document for ${collection}. ${reasons}. Nothing was changed.`, {
    details: { problems },
  });
}

export function uniqueOf(collection: string, { phone, email }: StoredDocument): [string, string][] {
  if (collection === "master") return [["document", "master"]];
  if (collection !== "contacts") return [];
  const digits = typeof phone === "string" ? phone.replace(/[^\d+]/g, "").replace(/^00/, "+") : "";
  const address = typeof email === "string" ? email.trim().toLowerCase() : "";
  return [
    ...(digits === "" ? [] : ([["phone", digits]] as [string, string][])),
    ...(address === "" ? [] : ([["email", address]] as [string, string][])),
  ];
}
