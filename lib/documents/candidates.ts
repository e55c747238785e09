import { sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/origins";
import { isStorable } from "./values";

/** Fields of a path, and values of `$in`, that the index is asked for. */
const MAX_FIELDS = 4;
const MAX_VALUES = 200;

/**
 * A condition of SQL for documents that a filter may find: all that it finds, and maybe more, which the engine looks at. What
 * it cannot say in SQL, it leaves out.
 */
export function candidates(filter: unknown): Sql {
  const conditions = conditionsOf(filter);
  return conditions.reduce((all, one) => sql()`${all} and ${one}`, sql()`true`);
}

function conditionsOf(filter: unknown): Sql[] {
  if (!isObject(filter)) return [];
  return Object.entries(filter).flatMap(([path, value]) => {
    if (path === "$and") return Array.isArray(value) ? value.flatMap(conditionsOf) : [];
    if (path === "$or") return anyOf(value) ?? [];
    if (path.startsWith("$")) return [];
    const values = equalsOf(value);
    return values ? (oneOf(path, values) ?? []) : [];
  });
}

/** Null where one of them may find any document. */
function anyOf(filters: unknown): Sql[] | null {
  if (!Array.isArray(filters) || filters.length === 0) return null;
  const each = filters.map(conditionsOf);
  if (each.some(({ length }) => length === 0)) return null;
  const alternatives = each.map((conditions) => conditions.reduce((all, one) => sql()`${all} and ${one}`));
  return [sql()`(${alternatives.reduce((all, one) => sql()`${all} or ${one}`)})`];
}

/** The scalars of which a field has to have one; null where the condition is another. */
function equalsOf(value: unknown): unknown[] | null {
  if (isScalar(value)) return [value];
  if (!isObject(value)) return null;
  const { $eq, $in } = value;
  if (isScalar($eq)) return [$eq];
  return Array.isArray($in) && $in.length <= MAX_VALUES && $in.every(isScalar) ? $in : null;
}

/** The texts of which a field of the top level has to have one; null where a filter does not say so. */
export function textsFor(filter: unknown, path: string): string[] | null {
  if (!isObject(filter)) return null;
  const own = Object.hasOwn(filter, path) ? equalsOf(filter[path]) : null;
  if (own?.every((one) => typeof one === "string")) return own;
  const parts: unknown[] = Array.isArray(filter.$and) ? filter.$and : [];
  return parts.map((part) => textsFor(part, path)).find((texts) => texts !== null) ?? null;
}

function oneOf(path: string, values: readonly unknown[]): Sql[] | null {
  const texts = values.map((value) => JSON.stringify(value));
  // An array is no id.
  if (path === "_id") return [sql()`id in (select json_array_elements_text(${JSON.stringify(texts)}::json))`];
  const names = path.split(".");
  if (names.length > MAX_FIELDS || names.some((name) => /^\d*$/.test(name) || !isStorable(name))) return null;
  if (values.length === 0) return [sql()`false`];
  const shapes = values.flatMap((value) => shapesOf(names, value));
  const [first, second, ...more] = shapes.map((shape) => sql()`found @> ${JSON.stringify(shape)}::jsonb`);
  if (first && second && more.length === 0) return [sql()`(${first} or ${second})`];
  // One look into the index for each shape: of many at once the planner expects so much that it would look through all.
  return [
    sql()`position in (
      select d.position from json_array_elements_text(${JSON.stringify(shapes.map((shape) => JSON.stringify(shape)))}::json) s(shape)
      cross join lateral (select position from documents where found @> s.shape::jsonb offset 0) d)`,
  ];
}

/** What contains the value at that path, when each step may be a list. */
function shapesOf(names: readonly string[], value: unknown): unknown[] {
  let shapes: unknown[] = [value, [value]];
  for (const [at, name] of [...names.entries()].reverse()) {
    const within = shapes.map((shape) => ({ [name]: shape }));
    shapes = at === 0 ? within : [...within, ...within.map((one) => [one])];
  }
  return shapes;
}

/** What is equal to nothing but itself: longs equal doubles, and null what is missing. */
function isScalar(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isSafeInteger(value) || !Number.isInteger(value);
  return isObject(value) && Object.keys(value).length === 1 && typeof value.$date === "string";
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
