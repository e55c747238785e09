import { ArrowDown, ArrowUp, KeyRound, ListFilter } from "lucide-react";
import { TableHandle } from "@/components/blocks/table-handle";
import type { Slot } from "@/components/blocks/table-slots";
import { HEADING } from "@/components/blocks/use-cell-keys";
import { cn } from "@/components/ui/cn";
import { tipOf } from "@/components/ui/icon-button";
import type { GridColumn } from "./grid-columns";

export type Sorting = { column: number; desc: boolean };

type GridHeadProps = {
  columns: readonly GridColumn[];
  slots: Slot[];
  widths: number[];
  sorting: Sorting | undefined;
  /** The column of the heading that takes the focus, or -1. */
  active: number;
  gutter: React.ReactNode;
  onSort: (column: number) => void;
  /** Offers to keep only some of its values. */
  onFilter?: (column: number) => void;
  onResize: (column: number, width: number) => void;
  onFit: (column: number) => void;
};

const STEP = 16;
const CELL = "sticky top-0 z-2 h-8 border-line border-b bg-sheet p-0";

export function GridHead(props: GridHeadProps) {
  const { columns, slots, widths, sorting, active, gutter, onSort, onFilter, onResize, onFit } = props;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {gutter}
        {slots.map((slot) => {
          if ("gap" in slot)
            return <td key={`gap${slot.before}`} aria-hidden colSpan={slot.gap} className={CELL} />;
          const { index } = slot;
          const column = columns[index];
          if (!column) return null;
          const isSorted = sorting?.column === index;
          const Arrow = sorting?.desc ? ArrowDown : ArrowUp;
          const width = widths[index] ?? 0;
          return (
            <th
              key={index}
              scope="col"
              aria-colindex={index + 2}
              aria-sort={isSorted ? (sorting.desc ? "descending" : "ascending") : "none"}
              className={cn("group/th", CELL, "text-left font-normal text-ink-3")}
            >
              <button
                type="button"
                data-at={`${HEADING}:${index}`}
                tabIndex={index === active ? 0 : -1}
                onClick={() => onSort(index)}
                onKeyDown={({ key, shiftKey }) => {
                  if (!shiftKey || (key !== "ArrowLeft" && key !== "ArrowRight")) return;
                  onResize(index, width + (key === "ArrowLeft" ? -STEP : STEP));
                }}
                className={cn(
                  "flex h-8 w-full items-center gap-1.5 px-3 text-meta -outline-offset-2 hover:text-ink",
                  column.isRight && "justify-end",
                  isSorted && "text-ink",
                )}
              >
                {column.isKey && <KeyRound role="img" aria-label="Key:" className="size-3 shrink-0" />}
                <span className="truncate font-medium" title={column.name}>
                  {column.name}
                </span>
                {column.type && (
                  <span className="min-w-0 shrink-[9] truncate text-ink-3">{column.type.toLowerCase()}</span>
                )}
                {isSorted && <Arrow aria-hidden className="size-3.5 shrink-0" />}
              </button>
              {onFilter && (
                // By keyboard every column is filtered from above the table.
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={`Filter by ${column.name}`}
                  {...tipOf(`Filter by ${column.name}`)}
                  onClick={() => onFilter(index)}
                  className={cn(
                    "absolute inset-y-1 z-1 flex w-6 items-center justify-center rounded-[4px] bg-sheet text-ink-3 opacity-0 hover:text-ink group-hover/th:opacity-100 pointer-coarse:hidden",
                    column.isRight ? "left-1" : "right-2",
                  )}
                >
                  <ListFilter aria-hidden className="size-3.5" />
                </button>
              )}
              <TableHandle
                width={width}
                isLast={index === columns.length - 1}
                onResize={(wanted) => onResize(index, wanted)}
                onFit={() => onFit(index)}
              />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
