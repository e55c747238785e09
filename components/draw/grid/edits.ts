import { jsonBody, request } from "@/components/client/request";
import { countWords } from "@/components/ui/kit/words";
import type { Cell } from "@/lib/shared/data/cell";
import { type RowChanged, rowChanged, rowsAdded, rowsRemoved } from "@/lib/shared/data/contract";
import type { Key } from "./cells";

export type Values = Readonly<Record<string, Cell>>;

/** Cells of one row get other values, if they are still what they were. */
export type SetEdit = { kind: "set"; table: string; key: Key; set: Values; was: Values };
/** `named`: the columns that a row of the table is known by. */
export type InsertEdit = { kind: "insert"; table: string; rows: readonly Values[]; named: readonly string[] };
export type DeleteEdit = { kind: "delete"; table: string; keys: readonly Key[] };

/** Something that is done to rows of a table; each has one that takes it back. */
export type Edit = SetEdit | InsertEdit | DeleteEdit;

/** An edit that was made, what takes it back, and, of one that set cells, how the row is now and what it is known by. */
export type Made = { edit: Edit; back: Edit; row?: RowChanged["row"]; key?: Key };

/** How edits reach the database. */
export type Writers = {
  change: (edit: Omit<SetEdit, "kind">) => Promise<RowChanged>;
  insert: (edit: Omit<InsertEdit, "kind">) => Promise<Key[]>;
  remove: (edit: Omit<DeleteEdit, "kind">) => Promise<Values[]>;
};

/** A query ends after 5 s; it may have to wait for its turn. */
const WRITE_MS = 30_000;

export const writers: Writers = {
  /** 409 where a value is no longer what it `was`, with `details.row` as it is now. */
  async change({ table, key, set, was }) {
    return rowChanged.parse(await send(table, "PATCH", { key, set, was }));
  },
  /** Gives the keys of the new rows. */
  async insert({ table, rows, named }) {
    const { keys } = rowsAdded.parse(await send(table, "POST", { rows }));
    return keys.map((key) => Object.fromEntries(named.map((name, at) => [name, key[at] ?? null])));
  },
  /** Gives the rows as they were, to be inserted again. */
  async remove({ table, keys }) {
    return rowsRemoved.parse(await send(table, "DELETE", { keys })).rows;
  },
};

async function send(table: string, method: string, body: unknown): Promise<unknown> {
  const init = { method, ...jsonBody(body), patienceMs: WRITE_MS };
  return (await request(`/api/database/tables/${encodeURIComponent(table)}/rows`, init)).json();
}

/** Makes an edit. */
export async function perform(edit: Edit, { change, insert, remove }: Writers): Promise<Made> {
  const { table } = edit;
  if (edit.kind === "insert") return { edit, back: { kind: "delete", table, keys: await insert(edit) } };
  if (edit.kind === "delete") {
    const rows = await remove(edit);
    return { edit, back: { kind: "insert", table, rows, named: Object.keys(edit.keys[0] ?? {}) } };
  }
  const { set, was } = edit;
  const { row, key: now } = await change(edit);
  const key = Object.fromEntries(Object.keys(edit.key).map((name) => [name, now[name] ?? null]));
  return { edit, back: { kind: "set", table, key, set: was, was: set }, row, key };
}

/** What was done that this edit takes back or does again, after "Undo" or "Redo". */
export function wordsOf(edit: Edit, isBack: boolean, labelOf = (column: string) => column): string {
  if (edit.kind === "set") {
    const [column = "", ...others] = Object.keys(edit.set);
    return `changing ${others.length === 0 ? labelOf(column) : countWords(others.length + 1, "column")}`;
  }
  const count = edit.kind === "insert" ? edit.rows.length : edit.keys.length;
  const isAdding = (edit.kind === "insert") !== isBack;
  return `${isAdding ? "adding" : "deleting"} ${count === 1 ? "a row" : countWords(count, "row")}`;
}
