import type { Named } from "@/lib/store/data/documents";
import { sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/sql-fragments";
import { type Candidates, isPlainObject, namesOf, REPLACED } from "./candidates";

type Field = { name: string } & ({ by: "each"; count: number } | { by: Aggregate; names: string[] });
type Aggregate = "sum" | "avg" | "min" | "max";
type Group = { key: string[] | null; fields: Field[] };

const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  $sum: "sum",
  $avg: "avg",
  $min: "min",
  $max: "max",
};
const MAX_FIELDS = 10;
const MAX_EACH = 1_000_000;
/** Sums of whole numbers below this limit are exact, in whatever order SQL adds them. */
const EXACT = 2 ** 53;

/**
 * Parses a `$group` that SQL can evaluate: at most one path as key, and simple accumulators. Returns null if
 * only the engine can evaluate it.
 */
export function groupOf(stage: unknown): Group | null {
  if (!isPlainObject(stage) || Object.keys(stage).length !== 1 || !isPlainObject(stage.$group)) return null;
  const { _id, ...rest } = stage.$group;
  const key = _id === null ? null : pathOf(_id);
  const fields = Object.entries(rest).map(([name, spec]) => fieldOf(name, spec));
  const supported = fields.filter((field) => field !== null);
  if (key === undefined || supported.length < fields.length || supported.length > MAX_FIELDS) return null;
  return { key, fields: supported };
}

function pathOf(path: unknown): string[] | undefined {
  if (typeof path !== "string" || !path.startsWith("$")) return undefined;
  const names = namesOf(path.slice(1));
  return names === null || names.some((name) => name.startsWith("$")) ? undefined : names;
}

function fieldOf(name: string, spec: unknown): Field | null {
  if (!isPlainObject(spec) || /^$|^\$|\.|^__proto__$/.test(name)) return null;
  const [[operator, value] = ["", null], ...others] = Object.entries(spec);
  if (others.length > 0) return null;
  const isEmpty = isPlainObject(value) && Object.keys(value).length === 0;
  if (operator === "$count") return isEmpty ? { name, by: "each", count: 1 } : null;
  if (operator === "$sum" && Number.isInteger(value) && Math.abs(Number(value)) < MAX_EACH)
    return { name, by: "each", count: Number(value) };
  const by = Object.hasOwn(AGGREGATES, operator) ? AGGREGATES[operator] : undefined;
  const names = pathOf(value);
  return by && names ? { name, by, names } : null;
}

/**
 * Evaluates a `$group` in SQL. Returns the groups as JSON texts in order of first occurrence, or null if SQL
 * could differ from MongoDB: keys or values that are arrays or objects (except dates as keys), strings that
 * jsonb changed, non-numeric inputs, or sums that are fractional or inexact. Raw SQL, because the columns
 * depend on the query.
 */
export async function grouped(
  { agentId, collection }: Named,
  { may, sure }: Candidates,
  { key, fields }: Group,
): Promise<string[] | null> {
  if (!sure) return null;
  const paths = fields.flatMap((field, at) => (field.by === "each" ? [] : [{ at, names: field.names }]));
  const direct = [...(key ? [key] : []), ...paths.map(({ names }) => names)].map(isDirect);
  const column = (at: number) => sql()`${sql()(`v${at}`)}`;
  const type = (at: number) => sql()`jsonb_typeof(${column(at)})`;
  const exact = fields.flatMap((field, at) =>
    field.by === "sum" || field.by === "avg" ? [isExact(column(at))] : [],
  );
  const listed = (parts: readonly Sql[]) => parts.reduce((all, one) => sql()`${all}, ${one}`, sql()``);
  const both = (parts: readonly Sql[]) => parts.reduce((all, one) => sql()`${all} and ${one}`, sql()`true`);
  // `offset 0` keeps the planner from merging the subqueries, which would read and cast each value several
  // times.
  const rows = await sql()<
    { key: string | null; plain: boolean; count: number; values: (number | null)[] }[]
  >`
    select key::text as key, count(*)::float8 as count,
      bool_and(plain) and ${isKey(sql()`key`)} and ${both(exact)} as plain,
      json_build_array(null${listed(fields.map((field, at) => accumulated(field, column(at))))}) as values
    from (
      select key, position, plain and ${both(paths.map(({ at }) => sql()`coalesce(${type(at)} in ('number', 'null'), true)`))} as plain
        ${listed(paths.map(({ at }) => sql()`case ${type(at)} when 'number' then ${column(at)}::float8 end as ${column(at)}`))}
      from (
        select ${key ? sql()`nullif(${valueAt(key)}, 'null'::jsonb)` : sql()`null::jsonb`} as key, position,
          (${both([sure, ...direct])}) is true as plain
          ${listed(paths.map(({ at, names }) => sql()`${valueAt(names)} as ${column(at)}`))}
        from documents where agent_id = ${agentId} and collection = ${collection} and ${may ?? sql()`true`} offset 0
      ) read offset 0
    ) found group by key order by min(position)`;
  if (!rows.every(({ plain }) => plain)) return null;
  return rows.map(({ key, count, values }) => {
    const all = fields.map((field, at) => [
      field.name,
      field.by === "each" ? field.count * count : (values[at + 1] ?? (field.by === "sum" ? 0 : null)),
    ]);
    return JSON.stringify({ _id: key === null ? null : JSON.parse(key), ...Object.fromEntries(all) });
  });
}

function accumulated(field: Field, column: Sql): Sql {
  switch (field.by) {
    case "sum":
      return sql()`sum(${column})`;
    case "avg":
      return sql()`sum(${column}) / nullif(count(${column}), 0)`;
    case "min":
      return sql()`min(${column})`;
    case "max":
      return sql()`max(${column})`;
    default:
      return sql()`null`;
  }
}

const isExact = (column: Sql): Sql =>
  sql()`(count(${column}) = 0 or (bool_and(${column} = trunc(${column})) and sum(abs(${column})) < ${EXACT}::float8))`;

const isKey = (value: Sql): Sql => sql()`
  coalesce(case jsonb_typeof(${value})
    when 'array' then false
    when 'string' then strpos(${value}#>>'{}', ${REPLACED}) = 0
    when 'object' then coalesce(jsonb_typeof(${value}->'$date') = 'string', false)
    else true end, true)`;

const valueAt = (names: readonly string[]): Sql =>
  sql()`(${names.reduce((all, name) => sql()`${all}->${name}::text`, sql()`found`)})`;

const isDirect = (names: readonly string[]): Sql =>
  names
    .slice(1)
    .map((_, nth) => sql()`jsonb_typeof(${valueAt(names.slice(0, nth + 1))}) is distinct from 'array'`)
    .reduce((one, other) => sql()`${one} and ${other}`, sql()`true`);
