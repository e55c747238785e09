import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import type { Document } from "./values";

/** A time as documents have it: a date of extended JSON, or a text as ISO 8601 has it. */
const time = z.union([
  z.strictObject({ $date: z.string() }),
  z
    .string()
    .refine(
      (text) => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
      "Give a time as ISO 8601 has it",
    ),
]);
const text = z.string().max(10_000);
const optional = <T extends z.ZodType>(schema: T) => schema.nullish();
const id = z.union([z.string(), z.number(), z.looseObject({})]);

/** Fields that are checked; others may stand beside them. */
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
      start: time,
      end: optional(time),
      allDay: optional(z.boolean()),
      rrule: optional(text),
      location: optional(text),
      contactId: optional(id),
      status: optional(text),
    })
    .refine(({ start, end }) => !end || at(end) >= at(start), {
      path: ["end"],
      message: "It ends before it starts",
    }),
};

const at = (given: z.infer<typeof time>) => Date.parse(typeof given === "string" ? given : given.$date);

/** Throws an AppError that names the field, where a document of a managed collection is not as it has to be. */
export function checkManaged(collection: string, document: Document): Document {
  const schema = Object.hasOwn(SCHEMAS, collection) ? SCHEMAS[collection] : undefined;
  const parsed = schema?.safeParse(document);
  if (!parsed || parsed.success) return document;
  const words = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new AppError("invalid", `This is no document for ${collection}. ${words}. Nothing was changed.`);
}

/** What a managed collection lets be there once, by what it is called. */
export function uniqueOf(collection: string, { phone, email }: Document): [string, string][] {
  if (collection === "master") return [["document", "master"]];
  if (collection !== "contacts") return [];
  const digits = typeof phone === "string" ? phone.replace(/[^\d+]/g, "").replace(/^00/, "+") : "";
  const address = typeof email === "string" ? email.trim().toLowerCase() : "";
  return [
    ...(digits === "" ? [] : ([["phone", digits]] as [string, string][])),
    ...(address === "" ? [] : ([["email", address]] as [string, string][])),
  ];
}
