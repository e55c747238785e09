import { AppError } from "@/lib/shared/errors";

/** Maximum nesting depth of a MongoDB document. */
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
    const [name, nested] = only;
    const scalar = Object.hasOwn(SCALARS, name) ? SCALARS[name]?.(nested) : undefined;
    if (scalar !== undefined) return scalar;
    if (isTypeName(name))
      throw invalid(path, `has an invalid ${name}: ${JSON.stringify(nested)?.slice(0, 100)}`);
  }
  const all: Record<string, unknown> = {};
  for (const [name, nested] of entries) {
    if (name.split(".").includes("__proto__")) throw invalid(path, "has a field named __proto__");
    // In a document, a type name such as `$date` must be the only field. Otherwise, an update that removes
    // the other fields would turn the document into a value of that type.
    if (!isQuery && isTypeName(name))
      throw invalid(path, `has a field named ${name} beside others: that name is reserved for a type`);
    all[name] = normalized(nested, isQuery, path === "" ? name : `${path}.${name}`, depth + 1);
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

const SCALARS: Record<string, (value: unknown) => unknown> = {
  $oid: (value) =>
    typeof value === "string" && /^[\da-f]{24}$/i.test(value) ? value.toLowerCase() : undefined,
  $uuid: (value) => (typeof value === "string" ? value : undefined),
  $numberInt: (value) => integer(value),
  $numberLong: (value) => integer(value),
  $numberDouble: (value) => {
    if (value === "NaN" || value === "Infinity" || value === "-Infinity") return { $numberDouble: value };
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
    return Number.isNaN(number) ? undefined : number;
  },
  $date: dateOf,
  $regularExpression: (value) => {
    if (typeof value !== "object" || value === null || !("pattern" in value)) return undefined;
    const { pattern, options = "" } = value as { pattern: unknown; options?: unknown };
    if (typeof pattern !== "string" || typeof options !== "string") return undefined;
    return { $regularExpression: { pattern, options } };
  },
};

function integer(value: unknown): unknown {
  const text = String(value);
  if (!/^-?\d{1,19}$/.test(text) || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) return undefined;
  return Number.isSafeInteger(Number(text)) ? Number(text) : { $numberLong: String(BigInt(text)) };
}

function dateOf(value: unknown): unknown {
  const milliseconds =
    typeof value === "object" && value !== null && "$numberLong" in value ? Number(value.$numberLong) : value;
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
 * Returns the document as JSON for the search index. Characters that jsonb rejects are replaced by one
 * character, so the index may also find documents that do not match.
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
