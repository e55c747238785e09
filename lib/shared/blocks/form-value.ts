import { z } from "zod";
import { t } from "@/lib/shared/i18n/en/sharedForms";
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
      return z.string(say(t("text"))).max(5_000, t("maxChars", { max: 5_000 }));
    case "textarea":
      return z.string(say(t("text"))).max(100_000, t("maxChars", { max: 100_000 }));
    case "email":
      return z
        .string(say(t("email")))
        .max(320, t("maxChars", { max: 320 }))
        .pipe(z.email(t("emailForm")));
    case "phone":
      return z.string(say(t("phone"))).regex(PHONE, t("phoneForm"));
    case "url":
      return z
        .string(say(t("url")))
        .max(2_000, t("maxChars", { max: 2_000 }))
        .refine(isAddress, t("urlForm"));
    case "colour":
      return z.string(say(t("colour"))).regex(/^#[0-9a-f]{6}$/i, t("colourForm"));
    case "checkbox":
      return z.boolean(say(t("checkbox")));
    case "date":
      return z.iso.date(say(t("date")));
    case "time":
      return z.string(say(t("time"))).regex(TIME, t("timeForm"));
    case "datetime":
      return z.string(say(t("datetime"))).refine(isDateTime, t("datetimeForm"));
    case "select":
    case "radio":
      return oneOf(field);
    case "multiselect": {
      const { min = 0, max = Number.POSITIVE_INFINITY } = field;
      return z
        .array(oneOf(field), say(t("options")))
        .transform((all) => [...new Set(all)])
        .refine((all) => all.length >= min, t("minChosen", { min }))
        .refine((all) => all.length <= max, t("maxChosen", { max }));
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
    .array(fileValue, say(t("file")))
    .refine((files) => files.length >= min, t("minChosen", { min }))
    .refine((files) => files.length <= max, t("maxFiles", { max }))
    .refine(
      (files) => files.every((file) => isAccepted(field, file)),
      t("fileKinds", { kinds: (field.accept ?? []).join(", ") }),
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
  return z.string(say(t("option"))).refine((value) => values.has(value), t("knownOption"));
}

/** Returns the options without duplicate values, with their labels. */
export function choices({ options = [] }: FormField): { value: string; label: string }[] {
  const all = options.map((entry) => (typeof entry === "string" ? { value: entry, label: entry } : entry));
  return [...new Map(all.map((entry) => [entry.value, entry])).values()];
}

function numberValue({ min, max, step }: Pick<FormField, "min" | "max" | "step">) {
  let schema = z.number(say(t("number")));
  if (min !== undefined) schema = schema.min(min, t("min", { min: `${min}` }));
  if (max !== undefined) schema = schema.max(max, t("max", { max: `${max}` }));
  if (step === undefined) return schema;
  const message = step === 1 ? t("whole") : t("steps", { step: `${step}` });
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
  const missing = t("missing");
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : message) };
}
