import { ArrowDown, ArrowUp, KeyRound, ListFilter } from "lucide-react";
import { type PointerEvent, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { tipOf } from "@/components/ui/icon-button";
import { t } from "@/lib/shared/i18n/en/grid";
import { HEADING } from "./cell-place";
import type { GridColumn, Sorting } from "./column";
import type { Selection } from "./selection";
import type { Slot } from "./slots";

type GridHeadProps<Row> = {
  columns: readonly GridColumn<Row>[];
  slots: readonly Slot[];
  widths: readonly number[];
  sorting: Sorting | undefined;
  /** Index of the column whose heading can receive the focus; -1 if none can. */
  active: number;
  hasGutter: boolean;
  selection: Selection | undefined;
  hintId: string;
  on: HeadEvents;
};

export type HeadEvents = {
  sort: (column: number) => void;
  filter?: (column: number) => void;
  resize: (column: number, width: number) => void;
  fit: (column: number) => void;
};

const CELL = "sticky top-0 z-2 h-8 border-line border-b bg-sheet p-0";

export function GridHead<Row>(props: GridHeadProps<Row>) {
  const { columns, slots, widths, sorting, active, hasGutter, selection, hintId, on } = props;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {hasGutter && <Corner selection={selection} />}
        {slots.map((slot) => {
          if ("gap" in slot)
            return <td key={`gap${slot.before}`} aria-hidden colSpan={slot.gap} className={CELL} />;
          const column = columns[slot.index];
          return (
            column && (
              <Heading
                key={slot.index}
                column={column}
                index={slot.index}
                ariaIndex={slot.index + (hasGutter ? 2 : 1)}
                isActive={slot.index === active}
                isLast={slot.index === columns.length - 1}
                isFlush={!hasGutter}
                sorted={sorting?.column === slot.index ? sorting : undefined}
                width={widths[slot.index] ?? 0}
                hintId={hintId}
                on={on}
              />
            )
          );
        })}
      </tr>
    </thead>
  );
}

type HeadingProps<Row> = {
  column: GridColumn<Row>;
  index: number;
  ariaIndex: number;
  isActive: boolean;
  isLast: boolean;
  isFlush: boolean;
  sorted: Sorting | undefined;
  width: number;
  hintId: string;
  on: HeadEvents;
};

const STEP = 16;
const JUSTIFY = { left: "", right: "justify-end", center: "justify-center" };

function Heading<Row>(props: HeadingProps<Row>) {
  const { column, index, ariaIndex, isActive, isLast, isFlush, sorted, width, hintId, on } = props;
  const { label, type, isKey, align } = column;
  const Arrow = sorted?.desc ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-colindex={ariaIndex}
      aria-sort={sorted ? (sorted.desc ? "descending" : "ascending") : "none"}
      className={cn("group/th text-left font-normal text-ink-3", CELL)}
    >
      <button
        type="button"
        data-at={`${HEADING}:${index}`}
        tabIndex={isActive ? 0 : -1}
        aria-describedby={hintId}
        onClick={() => on.sort(index)}
        onKeyDown={({ key, shiftKey }) => {
          if (!shiftKey || (key !== "ArrowLeft" && key !== "ArrowRight")) return;
          on.resize(index, width + (key === "ArrowLeft" ? -STEP : STEP));
        }}
        className={cn(
          "flex min-h-8 w-full items-center gap-1.5 rounded-[4px] px-3 text-meta -outline-offset-2 hover:text-ink max-md:min-h-11",
          JUSTIFY[align],
          sorted && "text-ink",
          isFlush && index === 0 && "pl-0",
          isFlush && isLast && "pr-0",
        )}
      >
        {isKey && <KeyRound role="img" aria-label={t("key")} className="size-3 shrink-0" />}
        <span className="truncate font-medium" title={label}>
          {label}
        </span>
        {type && <span className="min-w-0 shrink-[9] truncate text-ink-3">{type.toLowerCase()}</span>}
        {sorted && <Arrow aria-hidden className={cn("size-3.5 shrink-0", align === "right" && "-order-1")} />}
      </button>
      {on.filter && (
        // Not focusable: keyboard users filter with the controls above the grid.
        <button
          type="button"
          tabIndex={-1}
          aria-label={t("filterBy", { label })}
          {...tipOf(t("filterBy", { label }))}
          onClick={() => on.filter?.(index)}
          className={cn(
            "absolute inset-y-1 z-1 flex w-6 items-center justify-center rounded-[4px] bg-sheet text-ink-3 opacity-0 hover:text-ink group-hover/th:opacity-100 pointer-coarse:hidden",
            align === "right" ? "left-1" : "right-2",
          )}
        >
          <ListFilter aria-hidden className="size-3.5" />
        </button>
      )}
      <Handle width={width} onResize={(wanted) => on.resize(index, wanted)} onFit={() => on.fit(index)} />
    </th>
  );
}

function Corner({ selection }: { selection: Selection | undefined }) {
  return (
    <th scope="col" className={cn(CELL, "left-0 z-3 text-right")}>
      <span className="sr-only">{t("row")}</span>
      {selection && selection.count > 0 && (
        <input
          type="checkbox"
          checked
          tabIndex={-1}
          aria-label={t("clearSelection")}
          onChange={selection.clear}
          className="mr-2 size-3.5 translate-y-0.5 accent-(--ink)"
        />
      )}
    </th>
  );
}

type HandleProps = {
  width: number;
  onResize: (width: number) => void;
  onFit: () => void;
};

/**
 * Edge of a heading that can be dragged. Hidden from the keyboard, because keys resize on the heading itself.
 */
function Handle({ width, onResize, onFit }: HandleProps) {
  const from = useRef({ x: 0, width: 0 });
  const onMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onResize(from.current.width + event.clientX - from.current.x);
  };
  return (
    <span
      aria-hidden
      data-slot="resize"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width };
      }}
      onPointerMove={onMove}
      onDoubleClick={onFit}
      // The handle does not extend over the edge of its heading, because the next heading would cover that part.
      className="group/handle absolute inset-y-0 right-0 z-2 flex w-3 cursor-col-resize touch-none justify-end py-2 max-md:w-4"
    >
      <span className="w-px bg-line-strong opacity-0 transition-opacity group-hover/th:opacity-100 group-hover/handle:bg-ink group-active/handle:bg-ink group-active/handle:opacity-100" />
    </span>
  );
}
