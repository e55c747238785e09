import type { Cell } from "@/lib/shared/data/cell";
import type { SqlResult } from "../api";
import { isBlob } from "../cells";
import type { GridColumn } from "../grid-columns";

/** What came of a run: rows, a change, or why nothing did. */
export type Outcome =
  | { kind: "rows"; sql: string; result: Extract<SqlResult, { columns: unknown }> }
  | { kind: "changed"; sql: string; result: Exclude<SqlResult, { columns: unknown }> }
  | { kind: "failed"; sql: string; words: string };

export const outcomeOf = (sql: string, result: SqlResult): Outcome =>
  "columns" in result ? { kind: "rows", sql, result } : { kind: "changed", sql, result };

/** A result's columns with the types that its cells turn out to have. */
export function resultColumns(columns: readonly string[], rows: readonly (readonly Cell[])[]): GridColumn[] {
  return columns.map((name, at) => {
    const types = new Set(rows.flatMap((row) => typeOf(row[at] ?? null) ?? []));
    const isNumber = types.size > 0 && [...types].every((type) => type === "integer" || type === "real");
    const [only = ""] = types;
    return {
      name,
      type: types.size > 1 ? (isNumber ? "real" : "mixed") : only,
      isKey: false,
      isRight: isNumber,
      isEditable: false,
    };
  });
}

function typeOf(cell: Cell): string | undefined {
  if (cell === null) return undefined;
  if (typeof cell === "string") return "text";
  if (typeof cell === "number") return Number.isInteger(cell) ? "integer" : "real";
  if (isBlob(cell)) return "blob";
  return "$integer" in cell ? "integer" : "real";
}
