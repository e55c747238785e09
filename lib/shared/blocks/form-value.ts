import { z } from "zod";
import { fileIdOf } from "../file-address";
import type { FormField } from "./form-field";

export type FieldValue = string | number | boolean | string[] | FileValue[];

export const fileValue = z.strictObject({
  url: z.string().refine((url) => fileIdOf(url) !== undefined, "is not the address of a file"),
  name: z.string().min(1).max(300),
  mediaType: z.string().max(200),
});
export type FileValue = z.infer<typeof fileValue>;

export const scalar = z.union(
  [z.string().max(500), z.number(), z.boolean()],
  "must be a text, a number or true or false",
);

/** Returns the schema of a field's non-empty value. The messages are for the user. */
export function fieldValue(field: FormField): z.ZodType<FieldValue> {
  switch (field.type) {
    case "text":
      return z.string(say("Write a text.")).max(5_000, "At most 5,000 characters.");
    case "textarea":
      return z.string(say("Write a text.")).max(100_000, "At most 100,000 characters.");
    case "email":
      return z
        .string(say("Write an e-mail address."))
        .max(320, "At most 320 characters.")
        .pipe(z.email("Write an e-mail address, such as name@example.com."));
    case "phone":
      return z
        .string(say("Write a phone number."))
        .regex(PHONE, "Write a phone number: digits, and + ( ) - / or spaces.");
    case "url":
      return z
        .string(say("Write an address."))
        .max(2_000, "At most 2,000 characters.")
        .refine(isAddress, "Write an address that begins with https:// or http://.");
    case "colour":
      return z
        .string(say("Choose a colour."))
        .regex(/^#[0-9a-f]{6}$/i, "Write a colour as # and six digits, such as #2f6f4f.");
    case "checkbox":
      return z.boolean(say("Tick it or leave it."));
    case "date":
      return z.iso.date(say("Give a date as year, month and day."));
    case "time":
      return z.string(say("Give a time.")).regex(TIME, "Give a time as hours and minutes, such as 17:30.");
    case "datetime":
      return z
        .string(say("Give a date and a time."))
        .refine(isDateTime, "Give a date and a time, such as 2026-11-28T17:30.");
    case "select":
    case "radio":
      return oneOf(field);
    case "multiselect": {
      const { min = 0, max = Number.POSITIVE_INFINITY } = field;
      return z
        .array(oneOf(field), say("Choose some of the options."))
        .transform((all) => [...new Set(all)])
        .refine((all) => all.length >= min, `Choose at least ${min}.`)
        .refine((all) => all.length <= max, `Choose at most ${max}.`);
    }
    case "number":
      return numberValue(field);
    case "slider":
      return numberValue({ ...field, ...boundsOf(field) });
    case "rating":
      return numberValue({ ...field, min: 1, max: boundsOf(field).max, step: 1 });
    case "file":
      return filesValue(field);
    case "hidden":
      return scalar;
  }
}

function filesValue(field: FormField) {
  const { min = 0 } = field;
  const { max } = boundsOf(field);
  return z
    .array(fileValue, say("Choose a file."))
    .refine((files) => files.length >= min, `Choose at least ${min}.`)
    .refine((files) => files.length <= max, max === 1 ? "Choose one file." : `Choose at most ${max} files.`)
    .refine(
      (files) => files.every((file) => isAccepted(field, file)),
      `Choose a file of these kinds: ${(field.accept ?? []).join(", ")}.`,
    );
}

export function isAccepted(
  { accept }: Pick<FormField, "accept">,
  { name, mediaType }: Omit<FileValue, "url">,
): boolean {
  if (!accept) return true;
  const [kind] = mediaType.split("/");
  return accept.some((one) =>
    one.startsWith(".")
      ? name.toLowerCase().endsWith(one.toLowerCase())
      : [mediaType, `${kind}/*`].includes(one),
  );
}

const PHONE = /^(?=(?:\D*\d){3})[+(\d][\d\s()./-]{1,39}$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:");
}

function isDateTime(text: string): boolean {
  const [date = "", time = "", ...rest] = text.split("T");
  return rest.length === 0 && z.iso.date().safeParse(date).success && TIME.test(time);
}

/**
 * Returns the minimum and maximum of a slider or rating. For a file field, returns those of the number of
 * files.
 */
export function boundsOf({ type, min, max }: FormField): { min: number; max: number } {
  if (type === "file") return { min: min ?? 0, max: max ?? 1 };
  if (type === "rating") return { min: 1, max: max ?? 5 };
  return { min: min ?? 0, max: max ?? 100 };
}

function oneOf(field: FormField) {
  const values = new Set(choices(field).map(({ value }) => value));
  return z.string(say("Choose one.")).refine((value) => values.has(value), "Choose one of the options.");
}

/** Returns the options without duplicate values, with their labels. */
export function choices({ options = [] }: FormField): { value: string; label: string }[] {
  const all = options.map((entry) => (typeof entry === "string" ? { value: entry, label: entry } : entry));
  return [...new Map(all.map((entry) => [entry.value, entry])).values()];
}

function numberValue({ min, max, step }: Pick<FormField, "min" | "max" | "step">) {
  let schema = z.number(say("Write a number."));
  if (min !== undefined) schema = schema.min(min, `At least ${min}.`);
  if (max !== undefined) schema = schema.max(max, `At most ${max}.`);
  if (step === undefined) return schema;
  const message = step === 1 ? "Only whole numbers." : `Only in steps of ${step}.`;
  return schema.refine((value) => isMultiple(value - (min ?? 0), step), message);
}

// Tolerates floating-point errors: 0.3 is three steps of 0.1.
function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps));
}

/**
 * Returns the error option of a zod schema: `message` for an invalid value, a general message for a missing
 * one.
 */
function say(message: string) {
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? "Fill this in." : message) };
}
