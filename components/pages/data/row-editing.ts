import { failureText } from "@/components/client/failure";
import { editableText, isBlob, isSame, isWhole, type Key } from "@/components/draw/grid/cells";
import type { EditLog } from "@/components/draw/grid/edit-log";
import type { GridEditing } from "@/components/draw/grid/use-cell-editing";
import type { Cell } from "@/lib/shared/data/cell";
import { t } from "@/lib/shared/i18n/en/data";
import { affinityOf } from "./affinity";
import { type Column, readCell } from "./api";
import { parseCell } from "./parse-cell";
import type { Row } from "./row-pages";

type RowEditing = {
  table: string;
  columns: readonly Column[];
  edits: Pick<EditLog, "make">;
  openRow: (index: number) => void;
  say: (message: string) => void;
  onHold: (isEditing: boolean) => void;
  read?: typeof readCell;
};

/** Returns the grid's editing callbacks for the rows of a table. */
export function rowEditing(options: RowEditing): GridEditing<Row> {
  const { table, columns, edits, openRow, say, onHold, read = readCell } = options;
  /**
   * Before writing, reads truncated cells in full, because the server compares the complete previous values.
   */
  const write = async (key: Key, set: Record<string, Cell>, row: Row) => {
    const was: Record<string, Cell> = {};
    for (const [at, { name }] of columns.entries()) {
      if (!Object.hasOwn(set, name)) continue;
      const before = row.cells[at] ?? null;
      was[name] = isWhole(before) ? before : await read(table, key, name);
    }
    await edits.make({ kind: "set", table, key, set, was });
  };
  return {
    openRow,
    say,
    onHold,
    refusal: ({ key }) => (key ? undefined : t("noKey")),
    begin(row, at, index) {
      const before = row.cells[at] ?? null;
      const name = columns[at]?.name ?? "";
      if (isBlob(before)) openRow(index);
      const text = editableText(before);
      if (text !== undefined) return { row, text };
      if (isBlob(before) || !row.key) return undefined;
      return read(table, row.key, name).then(
        (whole) => ({ row: { ...row, cells: row.cells.with(at, whole) }, text: editableText(whole) ?? "" }),
        (error) => {
          say(t("fullTextFailed", { error: failureText(error) }));
          return undefined;
        },
      );
    },
    take(row, cells) {
      const set: Record<string, Cell> = {};
      for (const [at, text] of cells) {
        const column = columns[at];
        if (!column) continue;
        const before = row.cells[at] ?? null;
        const parsed = text === null ? { cell: null } : parseCell(text, affinityOf(column.type), before);
        if ("problem" in parsed) return parsed.problem;
        if (!isSame(parsed.cell, before)) set[column.name] = parsed.cell;
      }
      const names = Object.keys(set);
      if (row.key && names.length > 0)
        write(row.key, set, row).catch((error) =>
          say(t("notChanged", { names: names.join(", "), error: failureText(error) })),
        );
      return undefined;
    },
  };
}
