import { ApiError } from "@/components/client/request";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import type { Row } from "../row-pages";
import type { Document, Fields } from "./api";

const MAX_CELL_CHARS = 300;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[-+]?\d+)?$/i;

const parsed = new WeakMap<Row, Document>();

/** Parses the document of a row that `readDocuments` returned. Cached by row. */
export function documentOf(row: Row): Document {
  const before = parsed.get(row);
  if (before) return before;
  const [text] = row.cells;
  const document: Document = JSON.parse(typeof text === "string" ? text : "{}");
  parsed.set(row, document);
  return document;
}

/** Returns the field names in order of appearance. `_id` comes last if all ids are generated. */
export function fieldsOf(documents: readonly Document[]): string[] {
  const names = new Set(["_id", ...documents.flatMap((document) => Object.keys(document))]);
  const isMade = documents.length > 0 && documents.every(({ _id }) => /^[\da-f]{24}$/.test(String(_id)));
  if (isMade) names.delete("_id");
  return [...names, ...(isMade ? ["_id"] : [])];
}

export const valueAt = (document: Fields, field: string): unknown =>
  Object.hasOwn(document, field) ? document[field] : undefined;

const dateOf = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "$date" in value && typeof value.$date === "string"
    ? value.$date
    : undefined;

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : (dateOf(value) ?? JSON.stringify(value));
  return text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS)}…` : text;
}

export const idText = (id: unknown): string => (typeof id === "string" ? id : JSON.stringify(id));

/**
 * Returns the text with which a cell can be edited, or undefined if the value can be edited only in the
 * document dialog.
 */
export function editableText(value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  if (typeof value === "object") return dateOf(value);
  return String(value);
}

/** Parses the text of an edited cell. If the cell had a value, the new value must have the same type. */
export function readValue(text: string, before: unknown): { value: unknown } | { problem: string } {
  if (typeof before === "string") return { value: text };
  const isBoolean = text === "true" || text === "false";
  const isNumber = NUMBER.test(text) && (!/^-?\d+$/.test(text) || Number.isSafeInteger(Number(text)));
  if (typeof before === "number" && !isNumber) return { problem: t("cellNumber") };
  if (typeof before === "boolean" && !isBoolean) return { problem: t("cellBoolean") };
  if (dateOf(before) !== undefined)
    return Number.isNaN(Date.parse(text))
      ? { problem: t("cellTime") }
      : { value: { $date: new Date(text).toISOString() } };
  if (isNumber) return { value: Number(text) };
  return { value: isBoolean ? text === "true" : text };
}

/** Returns a filter that matches while the stored field still has the value `before`. */
export const isStill = (field: string, before: unknown): Fields =>
  before === undefined ? { [field]: { $exists: false } } : { [field]: { $eq: before } };

/** Returns true if an update can set this field. */
export const isNameable = (field: string): boolean =>
  field !== "" && field !== "_id" && !field.includes(".") && !field.startsWith("$");

/**
 * Returns the update that turns `before` into `after`, and a filter that matches the unchanged original.
 * Returns null if they are equal. Throws an ApiError if an update cannot set a field.
 */
export function changeOf(before: Document, after: Fields): { update: Fields; was: Fields } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) =>
      name !== "_id" && JSON.stringify(valueAt(before, name)) !== JSON.stringify(valueAt(after, name)),
  );
  const odd = names.find((name) => !isNameable(name));
  if (odd !== undefined) throw new ApiError(422, t("fieldLocked", { field: odd }), undefined);
  if (names.length === 0) return null;
  const set = names.filter((name) => Object.hasOwn(after, name));
  const unset = names.filter((name) => !Object.hasOwn(after, name));
  const of = (some: readonly string[], value: (name: string) => unknown) =>
    Object.fromEntries(some.map((name) => [name, value(name)]));
  return {
    update: {
      ...(set.length > 0 && { $set: of(set, (name) => after[name]) }),
      ...(unset.length > 0 && { $unset: of(unset, () => "") }),
    },
    was: { $and: names.map((name) => isStill(name, valueAt(before, name))) },
  };
}

/**
 * Parses a search. A text that starts with { is a MongoDB filter; other text matches in any of the first 20
 * fields.
 */
export function filterOf(text: string, fields: readonly string[]): { filter: Fields } | { problem: string } {
  const wanted = text.trim();
  if (wanted === "") return { filter: {} };
  if (!wanted.startsWith("{")) {
    const $regex = wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return { filter: { $or: fields.slice(0, 20).map((field) => ({ [field]: { $regex, $options: "i" } })) } };
  }
  try {
    return { filter: JSON.parse(wanted) };
  } catch {
    return { problem: t("wrongFilter") };
  }
}
