import { Maximize2 } from "lucide-react";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { t } from "@/lib/shared/i18n/en/grid";
import { CellEditor } from "./cell-editor";
import type { GridColumn } from "./column";
import type { Slot } from "./slots";
import type { CellEvents, OpenCell } from "./use-cell-editing";

export type GridRowProps<Row> = {
  row: Row | undefined;
  index: number;
  columns: readonly GridColumn<Row>[];
  slots: readonly Slot[];
  active: number;
  /** True if all rows have the same height; longer content is cut off. */
  oneLine: boolean;
  hasGutter: boolean;
  canEdit: boolean;
  open: OpenCell<Row> | undefined;
  /** Undefined if rows cannot be selected. */
  isSelected: boolean | undefined;
  isMarked: boolean;
  on: RowEvents<Row>;
};

/** The grid passes the same object in every render, so that rows are not rendered again. */
export type RowEvents<Row> = CellEvents<Row> & {
  select: (index: number, isRange: boolean) => void;
  openRow: ((index: number) => void) | undefined;
};

/** Memoized, so that scrolling renders only rows that become visible. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow;

function DrawnRow<Row>(props: GridRowProps<Row>) {
  const { row, index, columns, slots, active, hasGutter, open, isSelected, isMarked } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={row === undefined || undefined}
      className={cn(
        "group/row hover:bg-fill-hover",
        (isSelected || isMarked) && "bg-fill-press hover:bg-fill-press",
      )}
    >
      {hasGutter && (
        <td
          className={cn(
            EDGE,
            "sticky left-0 z-1 bg-sheet text-right align-middle text-meta text-ink-3 tabular-nums",
          )}
        >
          <Gutter {...props} />
        </td>
      )}
      {slots.map((slot) => {
        if ("gap" in slot)
          return <td key={`gap${slot.before}`} aria-hidden colSpan={slot.gap} className={EDGE} />;
        const column = columns[slot.index];
        return (
          column && (
            <GridCell
              key={slot.index}
              {...props}
              column={column}
              at={slot.index}
              isActive={slot.index === active}
              open={open?.column === slot.index ? open : undefined}
            />
          )
        );
      })}
    </tr>
  );
}

const EDGE = "h-8 border-line border-b p-0";
const CELL = cn(
  EDGE,
  "relative scroll-mt-9 scroll-ml-14 px-3 pt-1.5 pb-[5px] align-top -outline-offset-2 max-md:scroll-mt-12",
  "focus-visible:rounded-[4px]",
);
/** Editable cells show the focus outline also after a click, not only for keyboard users. */
const EDITED = "focus:outline-2 focus:outline-ink focus:rounded-[4px]";
const EDITABLE = "cursor-text hover:bg-fill-press";
/** Without row numbers, the first and last cells have no outer padding, so the grid aligns with its container. */
const FLUSH = "first:pl-0 last:pr-0 scroll-ml-0";
/** The last row of a surface has no line, because the surface's footer draws one. */
const WRAPPED = "wrap-anywhere group-last/block:[tr:last-child>&]:border-b-0";
const ALIGN = { left: "text-left", right: "text-right", center: "text-center" };

type GridCellProps<Row> = Omit<GridRowProps<Row>, "active"> & {
  column: GridColumn<Row>;
  at: number;
  isActive: boolean;
};

function GridCell<Row>(props: GridCellProps<Row>) {
  const { row, index, column, at, isActive, oneLine, hasGutter, canEdit, open, on } = props;
  const isEditable = canEdit && column.edit !== "none";
  const content =
    row === undefined ? (
      <span aria-hidden className="mt-1 block h-3 w-2/3 animate-late rounded-[4px] bg-fill" />
    ) : (
      column.view(row, oneLine)
    );
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid it is a gridcell
    <td
      data-at={`${index}:${at}`}
      aria-colindex={at + (hasGutter ? 2 : 1)}
      aria-readonly={(canEdit && !isEditable) || undefined}
      tabIndex={isActive ? 0 : undefined}
      className={cn(
        CELL,
        !hasGutter && FLUSH,
        ALIGN[column.align],
        column.className,
        canEdit && EDITED,
        isEditable && EDITABLE,
        oneLine && !open ? "truncate" : !oneLine && WRAPPED,
      )}
    >
      {/* The content stays in the layout below the field, so that the cell keeps its size. */}
      {open ? <div className={cn("invisible", oneLine && "truncate")}>{content}</div> : content}
      {open && (
        <CellEditor
          label={t("cell", { label: column.label, row: index + 1 })}
          initial={open.text}
          isReplacing={open.isReplacing}
          isRight={column.align === "right"}
          onDone={(text, move) => on.done(open, text, move)}
          onCancel={on.cancel}
        />
      )}
    </td>
  );
}

/** Row number. On hover or selection also buttons to open and select the row. */
function Gutter<Row>({ row, index, isSelected, on }: GridRowProps<Row>) {
  if (row === undefined || isSelected === undefined) return <span className="px-2">{index + 1}</span>;
  return (
    <span className="flex h-full items-center justify-end gap-1 pr-2 pl-1">
      {on.openRow && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t("openRow", { row: index + 1 })}
          onClick={() => on.openRow?.(index)}
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
        aria-label={t("selectRow", { row: index + 1 })}
        onChange={({ nativeEvent }) =>
          on.select(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className={cn("size-3.5 accent-(--ink)", !isSelected && "not-group-hover/row:hidden")}
      />
    </span>
  );
}
