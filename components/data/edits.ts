import { countWords } from "@/components/kit/words";
import { changeRow, deleteRows, insertRows, type Values } from "./api";
import type { Key, Shown } from "./cells";

/** Something that is done to the rows of a table; each has one that takes it back. */
export type Edit =
  | { kind: "set"; key: Key; set: Values; was: Values }
  | { kind: "insert"; rows: readonly Values[] }
  | { kind: "delete"; keys: readonly Key[] };

type Done = { back: Edit; row?: Readonly<Record<string, Shown>>; key?: Key };

/** Does it, and gives what takes it back. `named`: the columns that a row is known by. */
export async function perform(table: string, edit: Edit, named: readonly string[]): Promise<Done> {
  if (edit.kind === "insert") {
    const keys = await insertRows(table, edit.rows, named);
    return { back: { kind: "delete", keys } };
  }
  if (edit.kind === "delete") return { back: { kind: "insert", rows: await deleteRows(table, edit.keys) } };
  const { key: from, set, was } = edit;
  const { row, key } = await changeRow(table, { key: from, set, was });
  return { back: { kind: "set", key, set: was, was: set }, row, key };
}

/** What was done that this edit takes back or does again, after "Undo" or "Redo". */
export function wordsOf(edit: Edit, isBack: boolean): string {
  if (edit.kind === "set") {
    const [column, ...others] = Object.keys(edit.set);
    return `changing ${others.length === 0 ? column : countWords(others.length + 1, "column")}`;
  }
  const count = edit.kind === "insert" ? edit.rows.length : edit.keys.length;
  const isAdding = (edit.kind === "insert") !== isBack;
  return `${isAdding ? "adding" : "deleting"} ${count === 1 ? "a row" : countWords(count, "row")}`;
}
