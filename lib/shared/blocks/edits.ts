import { z } from "zod";
import { editsEntry } from "@/lib/shared/chat/surfaces/sheets";
import { isRecord } from "../chat/parts";
import { type Cell, cell } from "../data/cell";
import { leavesOf } from "./leaves";

const named = z.record(z.string(), cell);
type Named = z.infer<typeof named>;

/** The user's edit of a table row: changed cells, an added row or a deleted row. */
export const rowEdit = z.union([
  z.strictObject({ table: z.string(), key: named, set: named, was: named }),
  z.strictObject({ table: z.string(), key: named, added: named }),
  z.strictObject({ table: z.string(), key: named, deleted: named }),
]);
export type RowEdit = z.infer<typeof rowEdit>;

const MAX_EDITS = 500;
const MAX_TEXT = 500;

export const rowEdits = z.array(rowEdit).max(MAX_EDITS);

/** Returns the user's edits of a surface's editable tables, from the stored entries. */
export function editsOf(input: unknown, entries: Readonly<Record<string, unknown>>): RowEdit[] {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : [];
  return leavesOf(blocks).flatMap(({ block, place }) =>
    isRecord(block) && block.type === "table" && block.editable === true
      ? (rowEdits.safeParse(entries[editsEntry(place)]).data ?? [])
      : [],
  );
}

/**
 * Adds an edit. Merges it with an earlier edit of the same row; if the result equals the original row, drops
 * both. Keeps only the newest `MAX_EDITS` edits.
 */
export function withEdit(edits: readonly RowEdit[], newEdit: RowEdit): RowEdit[] {
  const next = shortened(newEdit);
  const isSame = (edit: RowEdit) =>
    edit.table === next.table && JSON.stringify(edit.key) === JSON.stringify(next.key);
  const before = edits.find(isSame);
  const merged = before ? merge(before, next) : next;
  return [...edits.filter((edit) => edit !== before), ...(merged ? [merged] : [])].slice(-MAX_EDITS);
}

function merge(before: RowEdit, next: RowEdit): RowEdit | undefined {
  if ("deleted" in next) {
    if ("added" in before) return undefined;
    return "was" in before ? { ...next, deleted: { ...next.deleted, ...before.was } } : next;
  }
  if ("added" in next) return "deleted" in before ? changed(next, next.added, before.deleted) : next;
  if ("added" in before) return { ...before, added: { ...before.added, ...next.set } };
  if ("deleted" in before) return next;
  return changed(next, { ...before.set, ...next.set }, { ...next.was, ...before.was });
}

/** Keeps only the columns that differ; undefined if none does. */
function changed({ table, key }: RowEdit, now: Named, was: Named): RowEdit | undefined {
  const names = Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(was[name]));
  if (names.length === 0) return undefined;
  const of = (row: Named): Named => Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  return { table, key, set: of(now), was: of(was) };
}

/** Truncates long values. The agent only needs to identify the row and can read the values from the table. */
function shortened(edit: RowEdit): RowEdit {
  const short = (row: Named): Named =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shortCell(value)]));
  if ("added" in edit) return { ...edit, added: short(edit.added) };
  if ("deleted" in edit) return { ...edit, deleted: short(edit.deleted) };
  return { ...edit, set: short(edit.set), was: short(edit.was) };
}

function shortCell(value: Cell): Cell {
  if (typeof value === "string" && value.length > MAX_TEXT)
    return `${value.slice(0, MAX_TEXT).toWellFormed()}…`;
  return typeof value === "object" && value !== null && "$blob" in value ? "(bytes)" : value;
}
