import type { SQLWrapper } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
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

const dialect = new PgDialect();
/** The driver keeps each array of texts that it was given once. */
const knownTexts = new Map<string, TemplateStringsArray>();

/** Returns an expression of drizzle as a part of a hand-written statement. Its columns keep the names of their tables. */
export function partOf(expression: SQLWrapper): Sql {
  const { sql: text, params } = dialect.sqlToQuery(expression.getSQL());
  let texts = knownTexts.get(text);
  if (!texts) {
    const pieces = text.split(/\$\d+/);
    texts = Object.assign(pieces, { raw: pieces });
    knownTexts.set(text, texts);
  }
  return sql()(texts, ...(params as string[]));
}
