import { sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/sql-fragments";
import { isStorableText, isTypeName } from "./values";

/** Filters with more path fields, or `$in` lists with more values, are not translated into SQL. */
const MAX_FIELDS = 4;
const MAX_VALUES = 200;
/**
 * The index contains this character instead of those that jsonb rejects (`indexed` in values.ts). A string
 * with it may therefore differ from the stored original.
 */
export const REPLACED = "\ufffd";

/**
 * SQL conditions for a filter. `may` selects every match and possibly other documents, which the engine
 * checks again; it is null if any document may match. `sure` selects only matches; it is null if SQL cannot
 * decide. Raw SQL, because the statements that use these conditions are raw.
 */
export type Candidates = { may: Sql | null; sure: Sql | null };

const ANY: Candidates = { may: null, sure: null };
const exactly = (condition: Sql): Candidates => ({ may: condition, sure: condition });

export const candidates = (filter: unknown): Sql => found(filter).may ?? sql()`true`;

export function found(filter: unknown): Candidates {
  if (!isPlainObject(filter)) return ANY;
  const parts = Object.entries(filter).flatMap(([path, value]) => {
    if (path === "$and") return Array.isArray(value) ? value.map(found) : [ANY];
    if (path === "$or") return [anyOf(value)];
    if (path.startsWith("$")) return [ANY];
    if (isScalar(value)) return [oneOf(path, [value])];
    if (!isPlainObject(value)) return [ANY];
    const operators = Object.entries(value);
    return operators.length > 0 ? operators.map(([name, operand]) => compared(path, name, operand)) : [ANY];
  });
  return joined(parts);
}

function joined(parts: readonly Candidates[]): Candidates {
  const both = (all: readonly Sql[]) => all.reduce((one, other) => sql()`${one} and ${other}`);
  const may = parts.flatMap((part) => part.may ?? []);
  const sure = parts.flatMap((part) => part.sure ?? []);
  return {
    may: may.length > 0 ? both(may) : null,
    sure: sure.length < parts.length ? null : sure.length > 0 ? both(sure) : sql()`true`,
  };
}

function anyOf(filters: unknown): Candidates {
  if (!Array.isArray(filters) || filters.length === 0) return ANY;
  const each = filters.map(found);
  const either = (all: readonly Sql[]) => sql()`(${all.reduce((one, other) => sql()`${one} or ${other}`)})`;
  const may = each.flatMap((one) => one.may ?? []);
  const sure = each.flatMap((one) => one.sure ?? []);
  return {
    may: may.length < each.length ? null : either(may),
    sure: sure.length < each.length ? null : either(sure),
  };
}

/**
 * Returns the strings that a top-level field must equal one of, or null if the filter does not require it.
 */
export function stringsFor(filter: unknown, path: string): string[] | null {
  if (!isPlainObject(filter)) return null;
  const own = Object.hasOwn(filter, path) ? equalsOf(filter[path]) : null;
  if (own?.every((one) => typeof one === "string")) return own;
  const parts: unknown[] = Array.isArray(filter.$and) ? filter.$and : [];
  return parts.map((part) => stringsFor(part, path)).find((strings) => strings !== null) ?? null;
}

function equalsOf(value: unknown): unknown[] | null {
  if (isScalar(value)) return [value];
  if (!isPlainObject(value)) return null;
  const { $eq, $in } = value;
  if (isScalar($eq)) return [$eq];
  return Array.isArray($in) && $in.length <= MAX_VALUES && $in.every(isScalar) ? $in : null;
}

const COMPARISONS: Record<string, string> = { $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" };

function compared(path: string, name: string, operand: unknown): Candidates {
  if (name === "$eq" && isScalar(operand)) return oneOf(path, [operand]);
  if (name === "$in" && Array.isArray(operand) && operand.length <= MAX_VALUES && operand.every(isScalar))
    return oneOf(path, operand);
  const sign = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined;
  const names = namesOf(path);
  return sign && names ? ranged(names, sign, operand) : ANY;
}

/**
 * Returns the names of a path, or null if SQL cannot follow it like MongoDB: a number may be an array index,
 * and a date has no fields.
 */
export function namesOf(path: string): string[] | null {
  const names = path.split(".");
  const isOdd = (name: string) =>
    /^\d*$/.test(name) || isTypeName(name) || !isStorableText(name) || name.includes(REPLACED);
  return names.length > MAX_FIELDS || names.some(isOdd) ? null : names;
}

/**
 * Translates a comparison into an SQL/JSON path, which traverses arrays like MongoDB and compares only values
 * of the same type. The index stores some numbers as objects such as `{"$numberLong": …}`; the engine
 * compares those.
 */
function ranged(names: readonly string[], sign: string, operand: unknown): Candidates {
  const field = `$${names.map((name) => `.${JSON.stringify(name)}`).join("")}`;
  const holds = (path: string, value: unknown) =>
    // PostgreSQL evaluates a subselect once, but would repeat a plain cast for each document.
    sql()`jsonb_path_match(found, (select ${path}::text::jsonpath), (select ${JSON.stringify({ v: value })}::text::jsonb), true) is true`;
  if (typeof operand === "number" && isScalar(operand)) {
    const wide = `exists(${field}."$numberLong") || exists(${field}."$numberDouble")`;
    const is = `${field} ${sign} $v`;
    return { may: holds(`${is} || ${wide}`, operand), sure: holds(is, operand) };
  }
  if (typeof operand === "string" && isScalar(operand)) {
    const replaced = `like_regex "${REPLACED}"`;
    return {
      may: holds(`${field} ${sign} $v || ${field} ${replaced}`, operand),
      sure: holds(`exists(${field} ? (@ ${sign} $v && !(@ ${replaced})))`, operand),
    };
  }
  if (!isScalar(operand) || !isPlainObject(operand)) return ANY;
  const is = `${field}."$date" ${sign} $v`;
  const far = `exists(${field}."$date"."$numberLong")`;
  return { may: holds(`${is} || ${far}`, operand.$date), sure: holds(is, operand.$date) };
}

function oneOf(path: string, values: readonly unknown[]): Candidates {
  const encoded = values.map((value) => JSON.stringify(value));
  // SQL compares exactly here, because an `_id` cannot be an array.
  if (path === "_id")
    return exactly(sql()`id = any(array(select json_array_elements_text(${JSON.stringify(encoded)}::json)))`);
  const names = namesOf(path);
  if (!names) return ANY;
  if (values.length === 0) return exactly(sql()`false`);
  const may = anyShape(values.flatMap((value) => shapesOf(names, value)));
  return encoded.some((text) => text.includes(REPLACED)) ? { may, sure: null } : exactly(may);
}

function anyShape(shapes: readonly unknown[]): Sql {
  const [first, second, ...more] = shapes.map((shape) => sql()`${JSON.stringify(shape)}::jsonb`);
  // With an array of two shapes, the planner uses the index except for small collections.
  if (first && second && more.length === 0) return sql()`found @> any(array[${first}, ${second}])`;
  // Look up each shape in the index separately. For many shapes in one condition, the planner would
  // overestimate the matches and scan the table.
  return sql()`position = any(array(
    select d.position from json_array_elements_text(${JSON.stringify(shapes.map((shape) => JSON.stringify(shape)))}::json) s(shape)
    cross join lateral (select position from documents where found @> any(array[s.shape::jsonb]) offset 0) d))`;
}

function shapesOf(names: readonly string[], value: unknown): unknown[] {
  let shapes: unknown[] = [value, [value]];
  for (const [at, name] of [...names.entries()].reverse()) {
    const within = shapes.map((shape) => ({ [name]: shape }));
    shapes = at === 0 ? within : [...within, ...within.map((one) => [one])];
  }
  return shapes;
}

/**
 * Returns true for values that equal only themselves. Longs are excluded because they also equal doubles, and
 * null because it also equals a missing field.
 */
function isScalar(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isSafeInteger(value) || !Number.isInteger(value);
  return isPlainObject(value) && Object.keys(value).length === 1 && typeof value.$date === "string";
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
