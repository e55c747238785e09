import type { SQLWrapper } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { PendingQuery, Row } from "postgres";
import { sql } from "./db";

export type Sql = PendingQuery<Row[]>;

/**
 * Builds a derived table `given` with one row of named values that were passed to an SQL function. A derived
 * table does not see the other tables of its FROM clause. Therefore a column in a value always refers to the
 * calling statement, whatever aliases the function uses. Postgres plans it like the value itself.
 */
export function valuesTable(values: Readonly<Record<string, Sql>>): Sql {
  const columns = Object.entries(values).map(([name, value]) => sql()`${value} as ${sql()(name)}`);
  const [first, ...others] = columns;
  if (!first) throw new Error("No value is given");
  return sql()`(select ${others.reduce((all, one) => sql()`${all}, ${one}`, first)}) given`;
}

/**
 * Returns a fragment without parameters that is built once per client, because a run begins with one of 40 parts.
 * Its numbers and strings become literals, so they must be constants.
 */
export function fixed(build: () => Sql): () => Sql {
  const built = new WeakMap<object, Sql>();
  return () => {
    const client = sql();
    const fragment = built.get(client) ?? client.unsafe(textOf(build()));
    built.set(client, fragment);
    return fragment;
  };
}

/** The driver keeps these fields out of its types. */
type Fragment = { strings?: readonly string[]; args?: readonly unknown[]; value?: unknown };

function textOf(part: unknown): string {
  if (typeof part === "number") return String(part);
  if (typeof part === "string") return `'${part.replaceAll("'", "''")}'`;
  const { strings, args = [], value } = part as Fragment;
  if (strings) return strings.reduce((text, piece, at) => text + textOf(args[at - 1]) + piece);
  if (typeof value === "string") return value;
  throw new TypeError("A fixed fragment can only have constants");
}

const dialect = new PgDialect();
/**
 * The driver caches each array of strings that it receives, so use the same array again for the same text.
 */
const templateCache = new Map<string, TemplateStringsArray>();

/** Converts a drizzle expression to a fragment of a handwritten statement. Columns keep their table names. */
export function partOf(expression: SQLWrapper): Sql {
  const { sql: text, params } = dialect.sqlToQuery(expression.getSQL());
  let strings = templateCache.get(text);
  if (!strings) {
    const pieces = text.split(/\$\d+/);
    strings = Object.assign(pieces, { raw: pieces });
    templateCache.set(text, strings);
  }
  return sql()(strings, ...(params as string[]));
}
