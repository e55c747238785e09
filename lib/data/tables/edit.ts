import { script } from "@/lib/data/sqlite/index";
import type { WrittenBy } from "@/lib/data/sqlite/types";
import type { Cell } from "@/lib/shared/data/cell";
import type { ClippedCell, RowChanged, RowsAdded, RowsRemoved } from "@/lib/shared/data/contract";
import { AppError } from "@/lib/shared/errors";
import { clipped, unclip } from "./clip";
import { quoted } from "./names";
import { assertEditable, assertWritable, editable, readTable, rowOf, type TableShape } from "./table";

type Cells = Record<string, Cell>;
type Change = { key: Cells; set: Cells; was: Cells };

/**
 * Changes a row if its cells still have the values in `was`. Otherwise throws an AppError `conflict` with the
 * current row in its details.
 */
export async function changeRow(
  agentId: string,
  name: string,
  { key, set, was }: Change,
  by?: WrittenBy,
): Promise<RowChanged> {
  const table = await readTable(agentId, name);
  assertWritable(table, Object.keys(set));
  const { shape, view } = viewOf(table, [key, set, was]);
  const row = rowOf(table, key);
  const old = Object.entries(was).map(([column, cell]) => unchanged(table, column, cell));
  const places = Object.keys(set).map((column) => `${quoted(column)} = ?`);
  const condition = [row.sql, ...old.map(({ sql }) => sql)].join(" AND ");
  const from = quoted(table.name);
  const update = {
    sql: `UPDATE ${from} SET ${places.join(", ")} WHERE ${condition} RETURNING ${shape}`,
    params: [...Object.values(set), ...row.params, ...old.flatMap(({ params }) => params)],
  };
  const select = { sql: `SELECT ${shape} FROM ${from} WHERE ${row.sql}`, params: row.params };
  const [changed, now] = await rowsOf(agentId, [update, select], by);
  const [done] = changed ?? [];
  if (done) return view(done);
  const [other] = now ?? [];
  const message = other
    ? "This row was changed elsewhere. Check its current values and change it again if needed."
    : "This row no longer exists.";
  throw new AppError("conflict", message, { details: { row: other ? view(other).row : null } });
}

/** Adds rows, all or none. Missing columns get their defaults. */
export async function addTableRows(
  agentId: string,
  name: string,
  rows: Cells[],
  by?: WrittenBy,
): Promise<RowsAdded> {
  const table = await readTable(agentId, name);
  assertEditable(table);
  const { shape } = viewOf(table, []);
  const statements = rows.map((row) => {
    const columns = Object.keys(row);
    assertWritable(table, columns, table.rowid);
    const values = columns.length
      ? `(${columns.map(quoted).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`
      : "DEFAULT VALUES";
    const sql = `INSERT INTO ${quoted(table.name)} ${values} RETURNING ${shape}`;
    return { sql, params: Object.values(row) };
  });
  const added = (await rowsOf(agentId, statements, by))
    .flat()
    .map((row) => unclip(row, table.columns.length));
  return { rows: added.map(({ row }) => row), keys: added.map(({ rest }) => rest) };
}

/** Deletes rows, all or none. Returns them in the form that `addTableRows` takes to restore them. */
export async function removeRows(
  agentId: string,
  name: string,
  keys: Cells[],
  by?: WrittenBy,
): Promise<RowsRemoved> {
  const table = await readTable(agentId, name);
  const names = [...editable(table), ...table.key.filter((column) => column === table.rowid)];
  const statements = keys.map((key) => {
    const { sql, params } = rowOf(table, key);
    const shape = names.map(quoted).join(", ");
    return { sql: `DELETE FROM ${quoted(table.name)} WHERE ${sql} RETURNING ${shape}`, params };
  });
  const removed = (await rowsOf(agentId, statements, by)).flat();
  if (removed.length === 0)
    throw new AppError(
      "not_found",
      keys.length === 1 ? "This row no longer exists." : "These rows no longer exist.",
    );
  return { rows: removed.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))) };
}

async function rowsOf(
  agentId: string,
  statements: { sql: string; params: Cell[] }[],
  by?: WrittenBy,
): Promise<Cell[][][]> {
  const results = await script({ agentId, statements, by });
  return results.map((result) => (result.kind === "read" ? result.rows : []));
}

function viewOf(table: TableShape, whole: Cells[]) {
  const names = table.columns.map(({ name }) => name);
  const shape = [clipped(names, new Set(whole.flatMap(Object.keys))), ...table.key.map(quoted)].join(", ");
  const view = (cells: Cell[]): RowChanged => {
    const { row, rest } = unclip(cells, names.length);
    const cellOf = (at: number): ClippedCell => row[at] ?? null;
    return {
      row: Object.fromEntries(names.map((name, at) => [name, cellOf(at)])),
      key: Object.fromEntries(table.key.map((name, at) => [name, rest[at] ?? null])),
    };
  };
  return { shape, view };
}

/**
 * Returns an SQL condition that is true if a cell is unchanged, regardless of the column's affinity and
 * collation: the text "5" differs from the number 5, and "a" differs from "A". Numbers are compared by value,
 * because JSON does not distinguish a REAL without a fraction from an INTEGER.
 */
function unchanged(
  { columns, name }: TableShape,
  column: string,
  cell: Cell,
): { sql: string; params: Cell[] } {
  if (!columns.some((each) => each.name === column))
    throw new AppError(
      "invalid",
      `${JSON.stringify(column.slice(0, 100))} is not a column of ${JSON.stringify(name)}.`,
    );
  const value = quoted(column);
  if (cell === null) return { sql: `${value} IS NULL`, params: [] };
  const types =
    typeof cell === "string"
      ? "'text'"
      : typeof cell === "object" && "$blob" in cell
        ? "'blob'"
        : "'integer', 'real'";
  return { sql: `(typeof(${value}) IN (${types}) AND +${value} COLLATE BINARY = ?)`, params: [cell] };
}
