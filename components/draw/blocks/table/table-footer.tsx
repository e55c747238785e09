import type { ReactNode } from "react";
import { toTsv } from "@/components/draw/grid/csv";
import { CsvButton } from "@/components/draw/grid/csv-button";
import { headingHint } from "@/components/draw/grid/grid";
import { UndoButtons } from "@/components/draw/grid/undo";
import { CopyButton } from "@/components/ui/copy-button";
import type { Column, Row } from "./table-columns";
import type { TableEditing } from "./table-grid";

type TableFooterProps = {
  count: string;
  isAtHeading: boolean;
  status: string;
  /** Name of the downloaded file without extension. */
  name: string;
  columns: readonly Column[];
  rows: () => Row[];
  mark: ReactNode;
  editing: TableEditing | undefined;
};

export function TableFooter(props: TableFooterProps) {
  const { count, isAtHeading, status, name, columns, rows, mark, editing } = props;
  const hasWayBack = editing && editing.edits.undoable.length + editing.edits.redoable.length > 0;
  return (
    <footer className="-mx-(--pad) flex h-10 items-center gap-3 px-(--pad) text-meta text-ink-3 group-last/block:-mb-(--pad) group-last/block:border-line group-last/block:border-t max-md:h-auto max-md:min-h-12 max-md:flex-wrap max-md:gap-y-0">
      {mark}
      <span aria-live="polite" className="shrink-0 tabular-nums">
        {count}
      </span>
      {isAtHeading && (
        <span aria-hidden className="min-w-0 truncate">
          {headingHint()}
        </span>
      )}
      <span role="status" className="min-w-0 truncate">
        {!isAtHeading && status}
      </span>
      <span className="-mr-2 ml-auto flex shrink-0">
        {hasWayBack && <UndoButtons edits={editing.edits} labelOf={editing.labelOf} size="icon-sm" />}
        <CopyButton named text={() => toTsv(columns, rows())} className="text-meta" />
        <CsvButton name={name} columns={columns} rows={rows} />
      </span>
    </footer>
  );
}
