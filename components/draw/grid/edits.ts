import { jsonBody, request } from "@/components/client/request";
import type { Cell } from "@/lib/shared/data/cell";
import { type RowChanged, rowChanged, rowsAdded, rowsRemoved } from "@/lib/shared/data/contract";
import { t } from "@/lib/shared/i18n/en/grid";
import type { Key } from "./cells";

export type Values = Readonly<Record<string, Cell>>;

/** Sets cells of one row if they still have the values in `was`. */
export type SetEdit = { kind: "set"; table: string; key: Key; set: Values; was: Values };
export type InsertEdit = { kind: "insert"; table: string; rows: readonly Values[]; named: readonly string[] };
export type DeleteEdit = { kind: "delete"; table: string; keys: readonly Key[] };

export type Edit = SetEdit | InsertEdit | DeleteEdit;

/** An applied edit and its inverse. For `set`, also the current row and its key. */
export type Made = { edit: Edit; back: Edit; row?: RowChanged["row"]; key?: Key };

export type Writers = {
  change: (edit: Omit<SetEdit, "kind">) => Promise<RowChanged>;
  insert: (edit: Omit<InsertEdit, "kind">) => Promise<Key[]>;
  remove: (edit: Omit<DeleteEdit, "kind">) => Promise<Values[]>;
};

/** Longer than the 5 s that a query may take, because the write may have to wait for other queries. */
const WRITE_MS = 30_000;

export const writers: Writers = {
  /** Throws an ApiError 409 if a value differs from `was`; `details.row` has the current row. */
  async change({ table, key, set, was }) {
    return rowChanged.parse(await send(table, "PATCH", { key, set, was }));
  },
  async insert({ table, rows, named }) {
    const { keys } = rowsAdded.parse(await send(table, "POST", { rows }));
    return keys.map((key) => Object.fromEntries(named.map((name, at) => [name, key[at] ?? null])));
  },
  /** Returns the deleted rows, so that they can be inserted again. */
  async remove({ table, keys }) {
    return rowsRemoved.parse(await send(table, "DELETE", { keys })).rows;
  },
};

async function send(table: string, method: string, body: unknown): Promise<unknown> {
  const init = { method, ...jsonBody(body), patienceMs: WRITE_MS };
  return (await request(`/api/database/tables/${encodeURIComponent(table)}/rows`, init)).json();
}

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

/** Returns the label of the button that undoes or redoes an edit. */
export function describeEdit(edit: Edit, way: "undo" | "redo", labelOf = (column: string) => column): string {
  if (edit.kind === "set") {
    const [column = "", ...others] = Object.keys(edit.set);
    return others.length === 0
      ? t("editColumn", { way, column: labelOf(column) })
      : t("editColumns", { way, count: others.length + 1 });
  }
  const count = edit.kind === "insert" ? edit.rows.length : edit.keys.length;
  const isAdding = (edit.kind === "insert") !== (way === "undo");
  return isAdding ? t("addRows", { way, count }) : t("deleteRows", { way, count });
}
