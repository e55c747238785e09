import { sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/sql-fragments";
import { namesOf, REPLACED } from "./candidates";

export type First = { sort?: unknown; count: number };

/** If the query needs more documents than this, a scan is as fast as sorting in SQL. */
const MAX_COUNT = 20_000;
const MAX_FIELDS = 3;

/**
 * Translates a sort into SQL, or returns null if SQL cannot express it. `isPlain` selects documents whose
 * sort values SQL compares like MongoDB (missing, numbers, strings, booleans, dates); the engine sorts all
 * other documents. Raw SQL, because the statement that uses it is raw.
 */
export function sqlOrderOf({ sort, count }: First): { isPlain: Sql; by: Sql; count: number } | null {
  if (typeof sort !== "object" || sort === null || count > MAX_COUNT) return null;
  const fields = Object.entries(sort).map(([path, direction]) => ({ names: namesOf(path), direction }));
  if (fields.length === 0 || fields.length > MAX_FIELDS) return null;
  const parts = fields.map(({ names, direction }) =>
    names && (direction === 1 || direction === -1) ? partOf(names, direction) : null,
  );
  const all = parts.filter((part) => part !== null);
  if (all.length < parts.length) return null;
  return {
    count,
    isPlain: all.map(({ isPlain }) => isPlain).reduce((one, other) => sql()`${one} and ${other}`),
    by: all.map(({ by }) => by).reduce((one, other) => sql()`${one}, ${other}`),
  };
}

/** Ranks types in MongoDB's order: missing and null, numbers, strings, booleans, dates. */
function partOf(names: readonly string[], direction: 1 | -1) {
  const at = (some: readonly string[]) =>
    some.reduce((all, name) => sql()`${all}->${name}::text`, sql()`found`);
  const value = sql()`(${at(names)})`;
  const type = sql()`jsonb_typeof(${value})`;
  const way = direction === 1 ? sql()`asc` : sql()`desc`;
  // An array inside the path can lead to several sort values, so exclude such documents from `isPlain`.
  const lists = names
    .slice(1)
    .map((_, nth) => sql()`jsonb_typeof(${at(names.slice(0, nth + 1))}) is distinct from 'array'`);
  const scalar = sql()`coalesce(case ${type}
    when 'number' then true
    when 'string' then strpos(${value}#>>'{}', ${REPLACED}) = 0
    when 'array' then false
    when 'object' then coalesce(jsonb_typeof(${value}->'$date') = 'string', false)
    else true end, true)`;
  return {
    isPlain: lists.reduce((one, other) => sql()`${one} and ${other}`, scalar),
    by: sql()`
      case ${type} when 'number' then 2 when 'string' then 3 when 'boolean' then 8 when 'object' then 9 else 1 end ${way},
      case ${type} when 'number' then ${value}::float8 when 'boolean' then (${value}::boolean)::int end ${way},
      case ${type} when 'string' then ${value}#>>'{}' when 'object' then ${value}->>'$date' end collate "C" ${way}`,
  };
}
