import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { Column } from "./table-columns";
import { TableHandle } from "./table-handle";
import type { Slot } from "./table-slots";
import { HEADING } from "./use-cell-keys";

export type Sorting = { column: number; desc: boolean } | undefined;

type TableHeadProps = {
  columns: Column[];
  slots: Slot[];
  sorting: Sorting;
  widths: number[];
  /** The column of the heading that takes the focus, or -1. */
  active: number;
  sticky: boolean;
  hintId: string;
  onSort: (column: number) => void;
  onResize: (column: number, width: number) => void;
  onFit: (column: number) => void;
};

const ALIGN = { left: "text-left", right: "text-right", center: "text-center" };
const JUSTIFY = { left: "", right: "flex-row-reverse", center: "mx-auto" };
const STEP = 16;

export function TableHead(props: TableHeadProps) {
  const { columns, slots, sorting, widths, active, sticky, hintId, onSort, onResize, onFit } = props;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {slots.map((slot) => {
          if ("gap" in slot)
            return (
              <td
                key={`gap${slot.before}`}
                aria-hidden
                colSpan={slot.gap}
                className={cn("border-line border-b p-0", sticky && "sticky top-0 z-1 bg-sheet")}
              />
            );
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
              aria-colindex={index + 1}
              aria-sort={isSorted ? (sorting?.desc ? "descending" : "ascending") : "none"}
              className={cn(
                "group/th relative h-8 border-line border-b px-3 py-0 font-medium text-ink-3 first:pl-0 last:pr-0",
                sticky && "sticky top-0 z-1 bg-sheet",
                ALIGN[column.align],
              )}
            >
              <button
                type="button"
                data-at={`${HEADING}:${index}`}
                tabIndex={index === active ? 0 : -1}
                aria-describedby={hintId}
                onClick={() => onSort(index)}
                onKeyDown={({ key, shiftKey }) => {
                  if (!shiftKey || (key !== "ArrowLeft" && key !== "ArrowRight")) return;
                  onResize(index, width + (key === "ArrowLeft" ? -STEP : STEP));
                }}
                className={cn(
                  "inline-flex min-h-8 max-w-full items-center gap-1 rounded-[4px] text-meta font-medium -outline-offset-2 hover:text-ink max-md:min-h-11",
                  isSorted && "text-ink",
                  JUSTIFY[column.align],
                )}
              >
                <span className="truncate" title={column.label}>
                  {column.label}
                </span>
                {isSorted && <Arrow aria-hidden className="size-3.5 shrink-0" />}
              </button>
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
