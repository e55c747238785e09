import { script } from "@/lib/data/sqlite/index";
import type { Returned } from "@/lib/data/sqlite/protocol";
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
/** With `receipt`, the id of the write, it runs once even if it is sent again. */
type Author = WrittenBy & { receipt?: string };
export type WriteKind = "insert" | "change" | "remove";

/** Adds rows, all or none. The visitor is stored in the column of the owner. */
export async function addForVisitor(
  agentId: string,
  permit: Permit,
  rows: readonly Cells[],
  by: Author,
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
  const results = await run(agentId, statements, by);
  const added = rowsOf(results).map((row) => parse(permit, row));
  return {
    answer: permit.isSeen
      ? {
          rows: added.map(({ cells }) => Object.values(cells)),
          keys: added.map(({ key }) => Object.values(key)),
        }
      : { rows: added.map(() => []), keys: added.map(() => []) },
    written: writtenOf("insert", results),
  };
}

/** Changes a row if the cells of `was` are unchanged, and if the row may be changed. */
export async function changeForVisitor(
  agentId: string,
  permit: Permit,
  { key, set, was }: { key: Cells; set: Cells; was: Cells },
  by: Author,
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
  const results = await run(agentId, [select, update], by);
  const [before, after] = results.map((result) => rowsOf([result])[0]);
  if (!before) throw gone();
  const earlier = parse(permit, before);
  if (!after)
    throw new AppError("conflict", "This row was changed elsewhere. Check its values and try again.", {
      details: { row: permit.isSeen ? earlier.cells : null },
    });
  const now = parse(permit, after);
  return {
    answer: { row: permit.isSeen ? now.cells : {}, key: now.key },
    written: writtenOf("change", results),
  };
}

/** Removes rows, all or none. */
export async function removeForVisitor(
  agentId: string,
  permit: Permit,
  keys: readonly Cells[],
  by: Author,
): Promise<Outcome<RowsRemoved>> {
  const statements = keys.map((key) => {
    const { sql, params } = placeOf(permit, key);
    const from = `main.${quoted(permit.shape.name)}`;
    return { sql: `DELETE FROM ${from} WHERE ${sql} RETURNING ${returning(permit)}`, params };
  });
  const results = await run(agentId, statements, by);
  const removed = rowsOf(results).map((row) => parse(permit, row));
  if (removed.length === 0) throw gone();
  return {
    answer: { rows: permit.isSeen ? removed.map(({ cells }) => cells as Cells) : [] },
    written: writtenOf("remove", results),
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

/** Prefixes of result columns with the cells of the key and of the row, as literals. */
const [KEY, ROW] = ["key ", "row "];
/** Name of an empty column between these and the cells, whose names could have the same prefixes. */
const END = "|";

function returning({ shape, readable }: Permit): string {
  const literals = (prefix: string, names: readonly string[]) =>
    names.map((name) => `quote(${quoted(name)}) AS ${quoted(prefix + name)}`);
  return [
    ...literals(KEY, shape.key),
    ...literals(ROW, imageColumns(shape)),
    `NULL AS ${quoted(END)}`,
    ...readable.map(quoted),
    ...shape.key.map(quoted),
  ].join(", ");
}

function parse({ shape, readable }: Permit, row: readonly Cell[]) {
  let at = shape.key.length + imageColumns(shape).length + 1;
  const take = (names: readonly string[]): Cells =>
    Object.fromEntries(names.map((name) => [name, row[at++] ?? null]));
  return { cells: take(readable), key: take(shape.key) };
}

/** Returns the rows that a write has changed, from its results alone, so that a write can be recorded later. */
export function writtenOf(kind: WriteKind, results: readonly Returned[]): Written[] {
  if (kind === "change") {
    const [before, after] = results.map((result) => imagesOf(result)[0]);
    return before && after ? [{ key: after.key, before: before.row, after: after.row }] : [];
  }
  return results
    .flatMap(imagesOf)
    .map(({ key, row }) =>
      kind === "insert" ? { key, before: null, after: row } : { key, before: row, after: null },
    );
}

function imagesOf(result: Returned): { key: Image; row: Image }[] {
  if (result.kind !== "read") return [];
  const names = result.columns.slice(0, result.columns.indexOf(END));
  const pick = (prefix: string, row: readonly Cell[]): Image =>
    Object.fromEntries(
      names.flatMap((name, at) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), String(row[at])]] : [],
      ),
    );
  return result.rows.map((row) => ({ key: pick(KEY, row), row: pick(ROW, row) }));
}

const rowsOf = (results: readonly Returned[]): Cell[][] =>
  results.flatMap((result) => (result.kind === "read" ? result.rows : []));

const run = (agentId: string, statements: Statement[], { receipt, ...by }: Author) =>
  script({ agentId, statements, by, receipt });
