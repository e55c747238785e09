import { execute } from "@/lib/data/sqlite/index";
import type { Cell } from "@/lib/shared/data/cell";
import { AppError } from "@/lib/shared/errors";
import { quoted } from "./names";

export type TableColumn = {
  name: string;
  type: string;
  notnull: boolean;
  pk: boolean;
  /** The default value as an SQL expression. */
  default: string | null;
  generated: boolean;
};

export type TableShape = {
  name: string;
  type: "table" | "view";
  sql: string | null;
  columns: TableColumn[];
  /** Columns that identify a row; empty if rows cannot be identified, as in a view. */
  key: string[];
  /**
   * A name by which SQL can address the hidden rowid. Null if there is no rowid, or if columns have all of
   * its names.
   */
  rowid: string | null;
};

const ROWIDS = ["rowid", "_rowid_", "oid"];
const [, GENERATED, STORED] = [1, 2, 3];
const INFO = `
  SELECT l.name, l.type, l.wr, iif(x.cid = 0, s.sql, NULL), x.name, x.type, x."notnull", x.pk, x.dflt_value, x.hidden
  FROM pragma_table_list l JOIN sqlite_schema s ON s.name = l.name JOIN pragma_table_xinfo(l.name) x
  WHERE l.schema = 'main' AND l.name = ? COLLATE NOCASE AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    AND l.type IN ('table', 'view', 'virtual') AND x.hidden <> 1 ORDER BY x.cid`;

type Info = [
  name: string,
  kind: string,
  withoutRowid: number,
  sql: string | null,
  column: string,
  type: string,
  notnull: number,
  pk: number,
  dflt: string | null,
  hidden: number,
];

export async function readTable(agentId: string, name: string): Promise<TableShape> {
  const found = await findTable(agentId, name);
  if (found) return found;
  throw new AppError("not_found", `There is no table ${JSON.stringify(name.slice(0, 100))} in the database.`);
}

export async function findTable(agentId: string, name: string): Promise<TableShape | null> {
  const sql = INFO;
  const result = await execute({ agentId, sql, params: [name], mode: "read", maxRows: 10_000 });
  const infos = (result.kind === "read" ? result.rows : []) as Info[];
  const [first] = infos;
  if (!first) return null;
  const [table, kind, withoutRowid, definition] = first;
  const columns = infos.map(([, , , , column, type, notnull, pk, dflt, hidden]) => ({
    name: column,
    type,
    notnull: notnull === 1,
    pk: pk > 0,
    default: dflt,
    generated: hidden === GENERATED || hidden === STORED,
  }));
  const primary = infos
    .filter(([, , , , , , , pk]) => pk > 0)
    .sort((a, b) => a[7] - b[7])
    .map(([, , , , column]) => column);
  const hides = new Set(columns.map((column) => column.name.toLowerCase()));
  const rowid = kind === "table" && !withoutRowid ? ROWIDS.find((alias) => !hides.has(alias)) : undefined;
  return {
    name: table,
    type: kind === "view" ? "view" : "table",
    sql: definition,
    columns,
    key: kind !== "table" ? [] : primary.length > 0 ? primary : rowid ? [rowid] : [],
    rowid: rowid ?? null,
  };
}

export const editable = ({ key, columns }: TableShape): string[] =>
  key.length === 0 ? [] : columns.filter(({ generated }) => !generated).map(({ name }) => name);

export function assertEditable({ name, type, key }: TableShape): void {
  if (key.length > 0) return;
  const why = type === "view" ? "it is a view: change the tables behind it" : "its rows have no key: use SQL";
  throw new AppError("invalid", `Rows of ${JSON.stringify(name)} cannot be changed here, because ${why}.`);
}

export function rowOf(table: TableShape, key: Record<string, Cell>): { sql: string; params: Cell[] } {
  assertEditable(table);
  const keyCells = new Map(Object.entries(key));
  const primary = table.columns.filter(({ pk }) => pk).map(({ name }) => name);
  const wanted = [table.key, [table.rowid ?? ""], primary].find(
    (names) => names.length === keyCells.size && names.every((name) => keyCells.has(name)),
  );
  if (!wanted)
    throw new AppError(
      "invalid",
      `The key of a row of ${JSON.stringify(table.name)} must be exactly ${table.key.map((name) => JSON.stringify(name)).join(", ")}.`,
    );
  const params = wanted.map((name) => keyCells.get(name) ?? null);
  if (params.includes(null))
    throw new AppError(
      "conflict",
      "That row cannot be identified: a column of its primary key is NULL. Change it with SQL.",
    );
  return { sql: wanted.map((name) => `${quoted(name)} = ?`).join(" AND "), params };
}

export function assertWritable(table: TableShape, names: string[], also: string | null = null): void {
  for (const name of names) {
    const column = table.columns.find((each) => each.name === name);
    if (column && !column.generated) continue;
    if (!column && name === also) continue;
    const problem = column ? "is computed from others" : `is not a column of ${JSON.stringify(table.name)}`;
    throw new AppError("invalid", `${JSON.stringify(name.slice(0, 100))} ${problem}.`);
  }
}
