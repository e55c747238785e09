import type { PendingQuery, Row } from "postgres";
import { sql } from "./db";

/** A part of a statement. */
export type Sql = PendingQuery<Row[]>;

/**
 * A derived table `given` with one row: the values that a helper was passed, by their names. A derived table does not see
 * its siblings in FROM, so a column in a value can only mean one of the calling statement, whatever tables and aliases the
 * helper has itself. Postgres plans it like the value itself.
 */
export function given(values: Readonly<Record<string, Sql>>): Sql {
  const columns = Object.entries(values).map(([name, value]) => sql()`${value} as ${sql()(name)}`);
  const [first, ...others] = columns;
  if (!first) throw new Error("No value is given");
  return sql()`(select ${others.reduce((all, one) => sql()`${all}, ${one}`, first)}) given`;
}
