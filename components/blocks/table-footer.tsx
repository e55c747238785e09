import { Redo2, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { toTsv } from "./csv";
import { CsvButton } from "./csv-button";
import type { Column, Row } from "./table-columns";
import type { CellEditing } from "./use-cell-edit";

type TableFooterProps = {
  count: string;
  hintId: string;
  /** A heading has the focus, by keyboard. */
  showsHint: boolean;
  /** The name of the file, without its ending. */
  name: string;
  columns: Column[];
  rows: () => Row[];
  mark?: ReactNode;
  editing?: CellEditing;
};

/** How many rows there are, and the ways to take them along. */
export function TableFooter(props: TableFooterProps) {
  const { count, hintId, showsHint, name, columns, rows, mark, editing } = props;
  return (
    <footer className="-mx-(--pad) flex h-10 items-center gap-3 px-(--pad) text-meta text-ink-3 group-last/block:-mb-(--pad) group-last/block:border-line group-last/block:border-t max-md:h-auto max-md:min-h-12 max-md:flex-wrap max-md:gap-y-0">
      {mark}
      <span aria-live="polite" className="shrink-0 tabular-nums">
        {count}
      </span>
      <span id={hintId} hidden={!showsHint} className="min-w-0 truncate">
        Enter sorts; Shift with an arrow changes the width
      </span>
      <span className="-mr-2 ml-auto flex shrink-0">
        {editing && (editing.undo || editing.redo) && (
          <>
            <IconButton
              label="Undo the change"
              size="icon-sm"
              disabled={!editing.undo}
              onClick={editing.undo}
            >
              <Undo2 aria-hidden />
            </IconButton>
            <IconButton label="Make it again" size="icon-sm" disabled={!editing.redo} onClick={editing.redo}>
              <Redo2 aria-hidden />
            </IconButton>
          </>
        )}
        <CopyButton named text={() => toTsv(columns, rows())} className="text-meta" />
        <CsvButton name={name} columns={columns} rows={rows} />
      </span>
    </footer>
  );
}
