import type { SyncedCollection } from "@/lib/shared/calendars";
import type { StoredDocument } from "../documents/values";

export type Fields = Record<string, unknown>;

/** A part of an object: an event, a changed instance of it, or a contact. Null if it cannot be read. */
export type Part = { key: string; fields: Fields } | null;

export type Parts = { parts: Part[]; problems: string[] };

/** Reads and writes objects of one kind. */
export type ObjectFormat = {
  collection: SyncedCollection;
  /** Content type of objects on the server. */
  mediaType: string;
  ending: string;
  /** Reads an object. Throws if its text cannot be parsed at all. */
  read(raw: string): Promise<Parts>;
  /** The key of a document among the parts of its object: the original start of a changed instance, or "". */
  keyOf(document: StoredDocument): string;
  /** The fields that an object stores, in a form that is equal if the meaning is. */
  comparable(document: Fields): unknown;
  /** Applies the fields of a part to a document. Keeps fields that an object does not have. */
  merged(document: StoredDocument, fields: Fields): StoredDocument;
  /** Writes a new object. */
  write(documents: readonly StoredDocument[], timeZone: string): string;
  /** Changes `raw`, whose parts are `base`, to `documents`. Keeps all properties that did not change. */
  patch(
    raw: string,
    base: readonly (StoredDocument | null)[],
    documents: readonly StoredDocument[],
    timeZone: string,
  ): string;
  uidOf(document: StoredDocument): string;
};

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the values without undefined, null and empty lists, in a fixed order. */
export const defined = (fields: Fields): [string, unknown][] =>
  Object.entries(fields)
    .filter(([, value]) => (value ?? "") !== "" && !(Array.isArray(value) && value.length === 0))
    .sort(([one], [other]) => (one < other ? -1 : 1));

const MAX_PROBLEMS = 5;

/** Groups equal problems and counts them. */
export function summarized(problems: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of problems) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_PROBLEMS)
    .map(([problem, count]) => (count === 1 ? problem : `${count} × ${problem}`));
}
