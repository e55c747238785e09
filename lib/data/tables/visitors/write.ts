import { script } from "@/lib/data/sqlite/index";
import type { WrittenBy } from "@/lib/data/sqlite/types";
import type { Cell } from "@/lib/shared/data/cell";
import type { RowChanged, RowsAdded, RowsRemoved } from "@/lib/shared/data/contract";
import { AppError } from "@/lib/shared/errors";
import { quoted } from "../names";
import { assertEditable, editable, rowOf, type TableShape } from "../table";

type Cells = Record<string, Cell>;
/** Cells of a row as SQL literals, by column. */
export type Image = Record<string, string>;

/** A row that a visitor wrote: its key and its cells before and after. */
export type Written = { key: Image; before: Image | null; after: Image | null };

/** The rights of a visitor on a table, from its rule. */
export type Permit = {
  shape: TableShape;
  readable: readonly string[];
  /** The column with the visitor of a row, and the visitor; null if the table has none. */
  owner: { column: string; value: string } | null;
  /** True if only own rows can be changed or removed. */
  isOwn: boolean;
  /** True if the visitor sees the row that was written, and its key. */
  isSeen: boolean;
};

type Statement = { sql: string; params: Cell[] };
type Outcome<T> = { answer: T; written: Written[] };

/** Adds rows, all or none. The visitor is stored in the column of the owner. */
export async function addForVisitor(
  agentId: string,
  permit: Permit,
  rows: readonly Cells[],
  by: WrittenBy,
): Promise<Outcome<RowsAdded>> {
  const { shape, owner } = permit;
  assertEditable(shape);
  const statements = rows.map((row) => {
    const cells = { ...row, ...(owner && { [owner.column]: owner.value }) };
    const names = Object.keys(cells);
    const values = names.length
      ? `(${names.map(quoted).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`
      : "DEFAULT VALUES";
    const sql = `INSERT OR ABORT INTO main.${quoted(shape.name)} ${values} RETURNING ${returning(permit)}`;
    return { sql, params: Object.values(cells) };
  });
  const added = (await rowsOf(agentId, statements, by)).flat().map((row) => parse(permit, row));
  return {
    answer: permit.isSeen
      ? {
          rows: added.map(({ cells }) => Object.values(cells)),
          keys: added.map(({ key }) => Object.values(key)),
        }
      : { rows: added.map(() => []), keys: added.map(() => []) },
    written: added.map(({ keyImage, image }) => ({ key: keyImage, before: null, after: image })),
  };
}

/** Changes a row if the cells of `was` are unchanged, and if the row may be changed. */
export async function changeForVisitor(
  agentId: string,
  permit: Permit,
  { key, set, was }: { key: Cells; set: Cells; was: Cells },
  by: WrittenBy,
): Promise<Outcome<RowChanged>> {
  const { shape } = permit;
  const row = placeOf(permit, key);
  const old = Object.entries(was).map(([name, cell]) => same(name, cell));
  const condition = [row.sql, ...old.map(({ sql }) => sql)].join(" AND ");
  const from = `main.${quoted(shape.name)}`;
  const places = Object.keys(set).map((name) => `${quoted(name)} = ?`);
  const select = { sql: `SELECT ${returning(permit)} FROM ${from} WHERE ${row.sql}`, params: row.params };
  const update = {
    sql: `UPDATE OR ABORT ${from} SET ${places.join(", ")} WHERE ${condition} RETURNING ${returning(permit)}`,
    params: [...Object.values(set), ...row.params, ...old.flatMap(({ params }) => params)],
  };
  const [[before] = [], [after] = []] = await rowsOf(agentId, [select, update], by);
  if (!before) throw gone();
  const earlier = parse(permit, before);
  if (!after)
    throw new AppError("conflict", "This row was changed elsewhere. Check its values and try again.", {
      details: { row: permit.isSeen ? earlier.cells : null },
    });
  const now = parse(permit, after);
  return {
    answer: { row: permit.isSeen ? now.cells : {}, key: now.key },
    written: [{ key: now.keyImage, before: earlier.image, after: now.image }],
  };
}

/** Removes rows, all or none. */
export async function removeForVisitor(
  agentId: string,
  permit: Permit,
  keys: readonly Cells[],
  by: WrittenBy,
): Promise<Outcome<RowsRemoved>> {
  const statements = keys.map((key) => {
    const { sql, params } = placeOf(permit, key);
    const from = `main.${quoted(permit.shape.name)}`;
    return { sql: `DELETE FROM ${from} WHERE ${sql} RETURNING ${returning(permit)}`, params };
  });
  const removed = (await rowsOf(agentId, statements, by)).flat().map((row) => parse(permit, row));
  if (removed.length === 0) throw gone();
  return {
    answer: { rows: permit.isSeen ? removed.map(({ cells }) => cells as Cells) : [] },
    written: removed.map(({ keyImage, image }) => ({ key: keyImage, before: image, after: null })),
  };
}

const gone = () =>
  new AppError("conflict", "This row does not exist, or you cannot change it.", { details: { row: null } });

function placeOf({ shape, owner, isOwn }: Permit, key: Cells): Statement {
  const { sql, params } = rowOf(shape, key);
  if (!isOwn) return { sql, params };
  if (!owner) throw new AppError("forbidden", "Rows of this table have no owner.");
  return { sql: `${sql} AND ${quoted(owner.column)} = ?`, params: [...params, owner.value] };
}

/** Compares without affinity and collation: the text "5" differs from the number 5. */
function same(name: string, cell: Cell): Statement {
  const column = quoted(name);
  if (cell === null) return { sql: `${column} IS NULL`, params: [] };
  return { sql: `+${column} COLLATE BINARY IS ?`, params: [cell] };
}

/** Columns that identify and restore a row. */
export const imageColumns = (shape: TableShape): string[] => editable(shape);

function returning({ shape, readable }: Permit): string {
  return [
    ...readable.map(quoted),
    ...shape.key.map(quoted),
    ...shape.key.map((name) => `quote(${quoted(name)})`),
    ...imageColumns(shape).map((name) => `quote(${quoted(name)})`),
  ].join(", ");
}

function parse({ shape, readable }: Permit, row: readonly Cell[]) {
  let at = 0;
  const take = (names: readonly string[]) => names.map((name) => [name, row[at++] ?? null] as const);
  const cells: Cells = Object.fromEntries(take(readable));
  const key: Cells = Object.fromEntries(take(shape.key));
  const keyImage = Object.fromEntries(take(shape.key)) as Image;
  const image = Object.fromEntries(take(imageColumns(shape))) as Image;
  return { cells, key, keyImage, image };
}

async function rowsOf(agentId: string, statements: Statement[], by: WrittenBy): Promise<Cell[][][]> {
  const results = await script({ agentId, statements, by });
  return results.map((result) => (result.kind === "read" ? result.rows : []));
}
