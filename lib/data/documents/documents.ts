import { createHash, randomBytes } from "node:crypto";
import { LIMITS } from "@/lib/shared/data/documents";
import { AppError } from "@/lib/shared/errors";
import type { Stored } from "@/lib/store/data/document-changes";
import type { Index } from "@/lib/store/data/documents";
import { checkManaged, uniqueOf } from "./managed";
import { indexed, isTypeName, normalized, type StoredDocument } from "./values";

/** Returns 24 hex digits like an ObjectId: 4 bytes of time, then 8 random ones, so that ids sort by time. */
export const newDocumentId = (): string =>
  Math.floor(Date.now() / 1_000)
    .toString(16)
    .padStart(8, "0") + randomBytes(8).toString("hex");

export function stored(collection: string, input: unknown, indexes: readonly Index[]): Stored {
  const document = withId(input);
  if (Array.isArray(document._id) || isPattern(document._id))
    throw new AppError(
      "invalid",
      "The _id must be a string, number, date or object, not an array or a pattern.",
    );
  const named =
    typeof document._id === "object" && Object.keys(document._id ?? {}).find((name) => name.startsWith("$"));
  if (named && !isTypeName(named))
    throw new AppError(
      "invalid",
      `_id fields may not contain '$'-prefixed fields: ${named} is not valid for storage.`,
    );
  const checked = checkManaged(collection, document);
  const body = JSON.stringify(checked);
  const bytes = Buffer.byteLength(body);
  if (bytes > LIMITS.documentBytes)
    throw new AppError(
      "too_large",
      `A document may have at most ${LIMITS.documentBytes.toLocaleString("en")} bytes; this one has ${bytes.toLocaleString("en")}. Split it into several.`,
    );
  const keys = [
    ...indexes.filter(({ unique }) => unique).flatMap((index) => keysOf(checked, index)),
    ...uniqueOf(collection, checked),
  ];
  return {
    id: JSON.stringify(checked._id),
    body,
    found: indexed(body),
    keys: keys.map(([index, key]) => [index, hashOf(key)]),
  };
}

const isValue = (value: object) => Object.keys(value).some(isTypeName);

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");

const isPattern = (value: unknown) =>
  typeof value === "object" && value !== null && "$regularExpression" in value;

function withId(input: unknown): StoredDocument {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new AppError("invalid", 'A document must be an object, for example { "name": "Ada" }.');
  const document = normalized(input);
  if (typeof document !== "object" || document === null || isValue(document))
    throw new AppError("invalid", "A document must be an object, not a date or a number.");
  const { _id = newDocumentId(), ...rest } = document as Partial<StoredDocument>;
  return { _id, ...rest };
}

/** Returns a document's index keys: one for each element of an array, and null for a missing field. */
export function keysOf(document: StoredDocument, { keys }: Index): [string, string][] {
  const each = keys.map((path) => valuesAt(document, path.split(".")));
  const combined = each.reduce<unknown[][]>(
    (all, values) => all.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  );
  const name = keys.join("_");
  return [...new Set(combined.map((values) => JSON.stringify(values)))].map((key) => [name, key]);
}

function valuesAt(value: unknown, names: readonly string[]): unknown[] {
  if (Array.isArray(value)) {
    const all = value.flatMap((one) => valuesAt(one, names));
    return all.length > 0 ? all : [null];
  }
  const [name, ...rest] = names;
  if (name === undefined) return [value ?? null];
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? valuesAt((value as Record<string, unknown>)[name], rest)
    : [null];
}
