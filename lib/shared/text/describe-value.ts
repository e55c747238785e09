import { t } from "@/lib/shared/i18n/en/sharedText";
import { formatTag } from "@/lib/shared/i18n/locale";

/* Descriptions of JSON values and documents for the history, without JSON syntax, ids and operators. */

const MAX_CHARS = 60;
const MAX_PARTS = 4;
const UUID = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/i;
const OBJECT_ID = /^[\da-f]{24}$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const clip = (text: string): string =>
  text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS - 1).trimEnd()}…`.toWellFormed();

/** Describes a JSON value, with times in `timeZone`. Returns null for an id. */
export function describeValue(value: unknown, timeZone?: string): string | null {
  if (value === null || value === undefined) return t("nothing");
  if (typeof value === "string") return describeText(value, timeZone);
  if (Array.isArray(value)) return listed(value.map((one) => describeValue(one, timeZone) ?? t("anId")));
  if (!isObject(value)) return String(value);
  const special = extended(value);
  if (special !== undefined) return describeValue(special, timeZone);
  return listed(
    Object.entries(value).map(
      ([name, one]) => `${describeName(name)}: ${describeValue(one, timeZone) ?? t("anId")}`,
    ),
  );
}

/**
 * Returns the value of MongoDB's extended JSON, such as `{ $date }` or `{ $numberLong }`; undefined for other
 * objects.
 */
function extended(value: Fields): unknown {
  const [name, ...others] = Object.keys(value);
  if (!name?.startsWith("$") || others.length > 0) return undefined;
  const inner = value[name];
  if (!isObject(inner)) return inner;
  return extended(inner) ?? Object.values(inner).find((one) => typeof one === "string") ?? null;
}

function describeText(text: string, timeZone?: string): string | null {
  if (UUID.test(text) || OBJECT_ID.test(text)) return null;
  if (DATE.test(text) && !Number.isNaN(Date.parse(text))) return formatTime(text, false, "UTC");
  if (TIME.test(text) && !Number.isNaN(Date.parse(text))) return formatTime(text, true, timeZone);
  const line = text.replaceAll("\0", "").replace(/\s+/g, " ").trim().toWellFormed();
  return line === "" ? t("nothing") : clip(line);
}

/** "1 Dec 10:00", with the year unless it is the current one. */
function formatTime(at: string, hasTime: boolean, timeZone?: string): string {
  const date = new Date(at);
  const year = date.getUTCFullYear() === new Date().getUTCFullYear() ? undefined : ("numeric" as const);
  const day = new Intl.DateTimeFormat(formatTag(), { day: "numeric", month: "short", year, timeZone });
  if (!hasTime) return day.format(date);
  const clock = new Intl.DateTimeFormat(formatTag(), { hour: "2-digit", minute: "2-digit", timeZone });
  return `${day.format(date)} ${clock.format(date)}`;
}

function listed(parts: readonly string[]): string {
  if (parts.length === 0) return t("nothing");
  const more = parts.length - MAX_PARTS;
  const list = parts.slice(0, MAX_PARTS).join(", ");
  return more > 0 ? t("andMore", { list, count: more }) : list;
}

/** "contactId" and "contact_id" as "contact". */
export const describeName = (name: string): string => {
  if (UUID.test(name) || OBJECT_ID.test(name)) return t("anEntry");
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_$]+/g, " ")
    .trim()
    .toLowerCase();
  return clip(spaced.replace(/ ids?$/, "") || name.replaceAll("$", ""));
};

const TITLES = ["title", "name", "displayName", "fullName", "subject", "label", "summary", "text"];
/** Fields that are derived from others or carry no content. */
const SILENT = new Set(["_id", "createdAt", "updatedAt", "timeZone", "uid", "sequence"]);

/**
 * Describes a change of one document, such as "Dentist: 1 Dec 10:00 → 2 Dec 14:00". Requires at least one of
 * `before` and `after`.
 */
export function documentChange(before: unknown, after: unknown, zone: string): string {
  const [old, now] = [isObject(before) ? before : undefined, isObject(after) ? after : undefined];
  const document = now ?? old ?? {};
  const timeZone = isZone(document.timeZone) ? document.timeZone : zone;
  const [titleField, title] = titleOf(old ?? document) ?? [];
  const named = title ?? t("aDocument");
  if (!old || !now) {
    const start = document.start === undefined ? null : describeValue(document.start, timeZone);
    const shown = start ? `${named}, ${start}` : named;
    return t(now ? "documentAdded" : "documentDeleted", { document: shown });
  }
  return `${named}: ${fieldChanges(old, now, timeZone, titleField)}`;
}

/** The parts of a document that the description of its change needs. */
export type DocumentDigest = { before?: unknown; after?: unknown };

/** Number of fields whose values are kept. A description names fewer, and counts the others. */
const MAX_VALUES = MAX_PARTS + 2;
const MAX_FIELDS = 50;
const MAX_VALUE_CHARS = 500;
/** A value without a description, as ids are. */
const OTHER = "00000000-0000-0000-0000-000000000000";

/**
 * Reduces a change of one document to what `documentChange` needs for the same text, in any language. Values above
 * 500 characters are shortened.
 */
export function changeDigest(before: unknown, after: unknown): DocumentDigest {
  const [old, now] = [isObject(before) ? before : undefined, isObject(after) ? after : undefined];
  const document = old ?? now ?? {};
  const [titleField = "title"] = titleOf(document) ?? [];
  const always = [titleField, "timeZone"];
  if (!old || !now) {
    const kept = cutFields(document, [...always, "start"]);
    return old ? { before: kept } : { after: kept };
  }
  const changed = changedFields(old, now).slice(0, MAX_FIELDS);
  // In the order of the document, because the description has that order.
  const fields = Object.keys({ ...old, ...now }).filter(
    (one) => always.includes(one) || changed.includes(one),
  );
  const [was, is] = [cutFields(old, fields), cutFields(now, fields)];
  for (const [nth, field] of changed.entries()) {
    if (nth >= MAX_VALUES) {
      if (field !== titleField && Object.hasOwn(was, field)) was[field] = null;
      is[field] = 0;
    } else if (JSON.stringify(was[field]) === JSON.stringify(is[field])) is[field] = OTHER;
  }
  return { before: was, after: is };
}

const cutFields = (document: Fields, fields: readonly string[]): Fields =>
  Object.fromEntries(
    fields
      .filter((field) => Object.hasOwn(document, field))
      .map((field) => [field, cutValue(document[field])]),
  );

function cutValue(value: unknown): unknown {
  if (JSON.stringify(value).length <= MAX_VALUE_CHARS) return value;
  return typeof value === "string" ? value.slice(0, MAX_VALUE_CHARS).toWellFormed() : describeValue(value);
}

const changedFields = (old: Fields, now: Fields): string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (field) => !SILENT.has(field) && JSON.stringify(old[field]) !== JSON.stringify(now[field]),
  );

/** Describes the fields that differ between two objects. The values of `bareField` need no label. */
function fieldChanges(old: Fields, now: Fields, timeZone?: string, bareField?: string): string {
  const changed = changedFields(old, now);
  const described = changed.filter((field) => field !== "end" || !changed.includes("start"));
  const parts = described.map((field) => {
    const [was, is] = [describeValue(old[field], timeZone), describeValue(now[field], timeZone)];
    const label = field === "start" || field === bareField ? "" : `${describeName(field)} `;
    return was === null || is === null || was === is
      ? t("fieldChanged", { field: describeName(field) })
      : `${label}${was} → ${is}`;
  });
  return parts.length > 0 ? listed(parts) : t("changed");
}

/** Describes the change of a JSON value, such as "100 → 200"; for objects only the fields that differ. */
export function valueChange(before: unknown, after: unknown, timeZone?: string): string {
  if (isObject(before) && isObject(after) && extended(after) === undefined)
    return fieldChanges(before, after, timeZone);
  const [was, is] = [describeValue(before, timeZone), describeValue(after, timeZone)];
  return was === null || is === null || was === is ? t("changed") : `${was} → ${is}`;
}

function titleOf(document: Fields): [field: string, title: string] | undefined {
  for (const field of TITLES) {
    const value = document[field];
    const text = typeof value === "string" && value.trim() !== "" ? describeText(value) : null;
    if (text) return [field, text];
  }
}

function isZone(zone: unknown): zone is string {
  if (typeof zone !== "string") return false;
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
