import { t } from "@/lib/shared/i18n/en/dataDocuments";
import type { Document, Fields } from "./api";
import { isNameable, readValue, valueAt } from "./fields";

/** Kinds of form controls. Values without a control of their own are edited as JSON text. */
export const KINDS = ["text", "number", "date", "boolean", "json"] as const;
export type Kind = (typeof KINDS)[number];

/** A field of the form. Unless the user edits it, saving keeps the original value exactly. */
export type FormField = { name: string; kind: Kind; before: unknown; text: string; isTouched: boolean };

function localTime(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function kindOf(value: unknown): Kind {
  if (typeof value === "string" || value === undefined) return "text";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  return isoOf(value) === undefined ? "json" : "date";
}

/**
 * Returns the ISO string of a date. Extended JSON writes dates before 1970 and after 9999 in another form,
 * for which this returns undefined.
 */
const isoOf = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "$date" in value && typeof value.$date === "string"
    ? value.$date
    : undefined;

function textIn(kind: Kind, value: unknown): string {
  if (value === undefined) return "";
  const iso = isoOf(value);
  if (kind === "date" && iso !== undefined) return localTime(iso);
  return kind === "json" ? JSON.stringify(value, null, 2) : String(value);
}

/**
 * Returns the fields of the form: first `names`, then the document's other fields, then those of `neighbours`
 * (other documents of the collection). Each kind fits the field's value. Omits `_id` and fields that an
 * update cannot set.
 */
export function fieldsOfForm(
  document: Fields,
  { names = [], neighbours = [] }: { names?: readonly string[]; neighbours?: readonly Document[] } = {},
): FormField[] {
  const all = new Set([...names, ...Object.keys(document), ...neighbours.flatMap((one) => Object.keys(one))]);
  return [...all].filter(isNameable).map((name) => {
    const before = valueAt(document, name);
    const example =
      before ?? neighbours.map((one) => valueAt(one, name)).find((value) => (value ?? null) !== null);
    const kind = before === null ? "json" : kindOf(example);
    return { name, kind, before, text: textIn(kind, before), isTouched: false };
  });
}

type Read = { value: unknown } | { problem: string };

function written({ kind, text }: FormField): Read {
  if (text.trim() === "") return { value: undefined };
  switch (kind) {
    case "number": {
      // A comma may separate thousands or decimals, so reject the number instead of guessing.
      const read = readValue(text.trim(), 0);
      return "value" in read ? read : { problem: t("cellNumber") };
    }
    case "boolean":
      return { value: text === "true" };
    case "date": {
      const date = new Date(text);
      return Number.isNaN(date.getTime())
        ? { problem: t("formDate") }
        : { value: { $date: date.toISOString() } };
    }
    case "json":
      try {
        return { value: JSON.parse(text) };
      } catch (error) {
        return { problem: t("invalidJson", { reason: error instanceof Error ? error.message : "" }) };
      }
    default:
      return { value: text };
  }
}

/** Returns the edited document, including fields that the form does not show, or the problems by field. */
export function readForm(
  document: Fields,
  fields: readonly FormField[],
): { document: Fields } | { problems: Readonly<Record<string, string>> } {
  const shown = new Map(fields.map((field) => [field.name, field]));
  const problems: Record<string, string> = {};
  const entries: [string, unknown][] = [];
  for (const name of new Set([...Object.keys(document), ...shown.keys()])) {
    const field = shown.get(name);
    const read = field?.isTouched ? written(field) : { value: valueAt(document, name) };
    if ("problem" in read) problems[name] = read.problem;
    else if (read.value !== undefined) entries.push([name, read.value]);
  }
  return Object.keys(problems).length > 0 ? { problems } : { document: Object.fromEntries(entries) };
}
