import { Maximize2 } from "lucide-react";
import { memo } from "react";
import type { Slot } from "@/components/blocks/table-slots";
import { cn } from "@/components/ui/cn";
import { CellEditor, type Move } from "./cell-editor";
import { isBlob, lineOf, type Shown } from "./cells";
import type { GridColumn } from "./grid-columns";
import type { Row } from "./row-pages";
import type { Open } from "./use-cell-editor";

type GridRowProps = {
  /** Undefined while it is being read. */
  row: Row | undefined;
  index: number;
  columns: readonly GridColumn[];
  slots: Slot[];
  /** The column of the cell that takes the focus, or -1. */
  active: number;
  editor: Open | undefined;
  /** Undefined where rows are not chosen. */
  isSelected: boolean | undefined;
  on: RowEvents;
};

/** The same for every drawing of the grid. */
export type RowEvents = {
  select: (index: number, isRange: boolean) => void;
  open: ((index: number) => void) | undefined;
  done: (editor: Open, text: string, move: Move) => string | undefined;
  cancel: (editor: Open) => void;
};

/** Drawn again only when something of it changes: while one scrolls, only rows that come in are drawn. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, columns, slots, active, editor, isSelected, on } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={row === undefined || undefined}
      className={cn("group/row hover:bg-fill-hover", isSelected && "bg-fill-press hover:bg-fill-press")}
    >
      <td className="sticky left-0 z-1 h-8 border-line border-b bg-sheet p-0 text-right align-middle text-meta text-ink-3 tabular-nums">
        <Gutter {...props} />
      </td>
      {slots.map((slot) => {
        if ("gap" in slot)
          return <td key={`gap${slot.before}`} aria-hidden colSpan={slot.gap} className={EDGE} />;
        const column = columns[slot.index];
        if (!column) return null;
        const isEdited = editor?.column === slot.index;
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid it is a gridcell
          <td
            key={slot.index}
            data-at={`${index}:${slot.index}`}
            aria-colindex={slot.index + 2}
            aria-readonly={!column.isEditable || undefined}
            tabIndex={slot.index === active ? 0 : undefined}
            className={cn(CELL, column.isRight && "text-right tabular-nums", isEdited && "overflow-visible")}
          >
            {row && !isEdited && <CellView cell={row.cells[slot.index] ?? null} />}
            {!row && <span aria-hidden className="mt-1 block h-3 w-2/3 animate-late rounded-[4px] bg-fill" />}
            {isEdited && (
              <CellEditor
                label={`${column.name}, row ${index + 1}`}
                initial={editor.initial}
                isReplacing={editor.isReplacing}
                isRight={column.isRight}
                onDone={(text, move) => on.done(editor, text, move)}
                onCancel={() => on.cancel(editor)}
              />
            )}
          </td>
        );
      })}
    </tr>
  );
});

const EDGE = "h-8 border-line border-b p-0";
const CELL = cn(
  EDGE,
  "relative scroll-mt-9 scroll-ml-14 truncate px-3 pt-1.5 pb-[5px] align-top -outline-offset-2 first:pl-0",
  "focus:outline-2 focus:outline-ink",
);

/** The row's number; under the pointer, and where it is chosen, what can be done with the row as a whole. */
function Gutter({ row, index, isSelected, on }: GridRowProps) {
  if (!row || isSelected === undefined) return <span className="px-2">{index + 1}</span>;
  return (
    <span className="flex h-full items-center justify-end gap-1 pr-2 pl-1">
      {on.open && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Open row ${index + 1}`}
          onClick={() => on.open?.(index)}
          className="hidden size-5 items-center justify-center rounded-[4px] group-hover/row:flex hover:bg-fill-press hover:text-ink pointer-coarse:hidden"
        >
          <Maximize2 aria-hidden className="size-3" />
        </button>
      )}
      <span className={cn("min-w-4", isSelected ? "hidden" : "group-hover/row:hidden")}>{index + 1}</span>
      <input
        type="checkbox"
        tabIndex={-1}
        checked={isSelected}
        aria-label={`Select row ${index + 1}`}
        onChange={({ nativeEvent }) =>
          on.select(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className={cn("size-3.5 accent-(--ink)", !isSelected && "not-group-hover/row:hidden")}
      />
    </span>
  );
}

/** No cell of the grid holds more than this of a text. */
const MOST = 300;

/** A cell in one line. What is no value of its own (NULL, nothing, bytes) is fainter, and says what it is. */
function CellView({ cell }: { cell: Shown }) {
  if (cell === null) return <span className="text-meta text-ink-3">NULL</span>;
  if (cell === "")
    return (
      <span className="text-ink-3">
        <span aria-hidden>“”</span>
        <span className="sr-only">empty text</span>
      </span>
    );
  if (isBlob(cell)) return <span className="text-meta text-ink-3">blob, {lineOf(cell)}</span>;
  const text = lineOf(cell);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
