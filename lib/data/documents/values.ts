import { AppError } from "@/lib/shared/errors";

/** MongoDB's nesting limit. */
const MAX_DEPTH = 100;
/** Characters that PostgreSQL's jsonb rejects: NUL and lone surrogates. */
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export type StoredDocument = { _id: unknown; [field: string]: unknown };

/**
 * Converts relaxed or canonical extended JSON to the single form that is stored: longs that fit a number are
 * numbers, ObjectIds are strings of 24 hex digits, dates are ISO 8601. Throws an AppError that names the path
 * of an unsupported value. `isQuery` allows operators next to type names, such as `$regex` with
 * `$options`.
 */
export function normalized(value: unknown, isQuery = false, path = "", depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) throw invalid(path, `is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value))
    return value.map((one, at) => normalized(one, isQuery, `${path}.${at}`, depth + 1));
  const entries = Object.entries(value);
  const [only] = entries;
  if (only && entries.length === 1) {
    const [name, given] = only;
    const scalar = Object.hasOwn(SCALARS, name) ? SCALARS[name]?.(given) : undefined;
    if (scalar !== undefined) return scalar;
    if (isTypeName(name))
      throw invalid(path, `has an invalid ${name}: ${JSON.stringify(given)?.slice(0, 100)}`);
  }
  const all: Record<string, unknown> = {};
  for (const [name, given] of entries) {
    if (name.split(".").includes("__proto__")) throw invalid(path, "has a field named __proto__");
    // If the other fields were removed, the document would be read as a value of that type.
    if (!isQuery && isTypeName(name))
      throw invalid(path, `has a field named ${name} beside others: that name is reserved for a type`);
    all[name] = normalized(given, isQuery, path === "" ? name : `${path}.${name}`, depth + 1);
  }
  return all;
}

export const isTypeName = (name: string) => Object.hasOwn(SCALARS, name) || UNKNOWN.has(name);

const invalid = (path: string, problem: string) =>
  new AppError("invalid", `${path === "" ? "The value" : `"${path.slice(0, 200)}"`} ${problem}.`);

const UNKNOWN = new Set([
  "$binary",
  "$timestamp",
  "$minKey",
  "$maxKey",
  "$numberDecimal",
  "$code",
  "$symbol",
]);

const SCALARS: Record<string, (given: unknown) => unknown> = {
  $oid: (given) =>
    typeof given === "string" && /^[\da-f]{24}$/i.test(given) ? given.toLowerCase() : undefined,
  $uuid: (given) => (typeof given === "string" ? given : undefined),
  $numberInt: (given) => integer(given),
  $numberLong: (given) => integer(given),
  $numberDouble: (given) => {
    if (given === "NaN" || given === "Infinity" || given === "-Infinity") return { $numberDouble: given };
    const number = typeof given === "string" && given.trim() !== "" ? Number(given) : Number.NaN;
    return Number.isNaN(number) ? undefined : number;
  },
  $date: dateOf,
  $regularExpression: (given) => {
    if (typeof given !== "object" || given === null || !("pattern" in given)) return undefined;
    const { pattern, options = "" } = given as { pattern: unknown; options?: unknown };
    if (typeof pattern !== "string" || typeof options !== "string") return undefined;
    return { $regularExpression: { pattern, options } };
  },
};

function integer(given: unknown): unknown {
  const text = String(given);
  if (!/^-?\d{1,19}$/.test(text) || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) return undefined;
  return Number.isSafeInteger(Number(text)) ? Number(text) : { $numberLong: String(BigInt(text)) };
}

function dateOf(given: unknown): unknown {
  const milliseconds =
    typeof given === "object" && given !== null && "$numberLong" in given ? Number(given.$numberLong) : given;
  const isText = typeof milliseconds === "string" && /^\d{4}-\d\d-\d\d/.test(milliseconds);
  if (!isText && typeof milliseconds !== "number") return undefined;
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return undefined;
  const year = date.getUTCFullYear();
  return {
    $date: year >= 1970 && year <= 9999 ? date.toISOString() : { $numberLong: String(date.getTime()) },
  };
}

export const isStorableText = (text: string): boolean => text.search(UNSTORABLE) === -1;

/**
 * Returns the document for the search index. Characters that jsonb rejects are replaced, so that the index
 * finds a superset.
 */
export const indexed = (text: string): string =>
  /\\u(0000|d[89a-f])/i.test(text) ? JSON.stringify(replaced(JSON.parse(text))) : text;

function replaced(value: unknown): unknown {
  if (typeof value === "string") return value.replace(UNSTORABLE, "\ufffd");
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(replaced);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name.replace(UNSTORABLE, "\ufffd"), replaced(one)]),
  );
}
