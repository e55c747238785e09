import { AppError } from "@/lib/shared/errors";
import { literal, quoted } from "../names";
import { plainSelect } from "../plain-select";
import type { TableShape } from "../table";

/** The part of a table that a visitor sees. `owner`: only rows whose column `owner.column` has this value. */
export type View = {
  shape: TableShape;
  columns: readonly string[];
  owner: { column: string; value: string } | null;
  /** True if results include the keys of rows, so that they can be changed. */
  hasKeys: boolean;
};

export type Shielded = { sql: string; view: View | null };

/** Prefix of the columns with the keys of rows. They are removed from the results. */
export const KEY = "easel key ";

const BLANK = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/;
/** A name of a schema before a dot, in any quotes, also with a comment in between. */
const QUALIFIED = /(?:main|temp)\s*["'`\]]?\s*(?:\.|--|\/\*)/i;
const CATALOG = /pragma_|sqlite_|easel_|dbstat/i;

/**
 * Rewrites a query so that each table is replaced by the view of the visitor: a common table expression with the name
 * of the table hides the table. Throws an AppError `invalid` for a query that could get around it.
 */
export function shield(sql: string, views: readonly View[]): Shielded {
  const text = sql.replace(BLANK, "").replace(/[\s;]+$/, "");
  if (text.includes(";")) throw unfit("it contains a semicolon, which could start a second statement");
  if (QUALIFIED.test(text) || CATALOG.test(text))
    throw unfit("it names a schema or a system table. Use plain names of tables");
  const begins = /^(select|values|with(\s+recursive)?)\b/i.exec(text);
  if (!begins) throw unfit("it does not start with SELECT, VALUES or WITH");
  const plain = plainSelect(text);
  const found = plain && views.find(({ shape }) => isNamed(shape, plain.table));
  const view = found?.hasKeys && found.shape.key.length > 0 ? found : null;
  const key = view && plain ? view.shape.key.map((_, at) => `${plain.prefix}.${quoted(KEY + at)}`) : [];
  const body =
    plain && key.length > 0
      ? `${text.slice(0, plain.end)}, ${key.join(", ")} ${text.slice(plain.end)}`
      : text;
  const heads = views.map((one) => expressionOf(one, one === view)).join(", ");
  if (heads === "") return { sql: text, view: null };
  const isWith = /^with/i.test(begins[0]);
  const rest = isWith ? body.slice(begins[0].length) : body;
  const recursive = begins[2] ? "RECURSIVE " : "";
  return { sql: `WITH ${recursive}${heads}${isWith ? "," : ""} ${rest}`, view };
}

function expressionOf({ shape, columns, owner }: View, withKey: boolean): string {
  const key = withKey ? shape.key.map((name, at) => `${quoted(name)} AS ${quoted(KEY + at)}`) : [];
  const all = [...columns.map(quoted), ...key];
  const where = owner ? ` WHERE ${quoted(owner.column)} = ${literal(owner.value)}` : "";
  const table = quoted(shape.name);
  return `${table} AS (SELECT ${all.length > 0 ? all.join(", ") : "NULL"} FROM main.${table}${where})`;
}

export const isNamed = ({ name }: { name: string }, other: string): boolean =>
  name.toLowerCase() === other.toLowerCase();

const unfit = (why: string) => new AppError("invalid", `Visitors cannot run this query, because ${why}.`);
