import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import type { CellPosition } from "./cell-place";

export const ROW = 32;
/** Above these numbers of rows and columns, only the visible ones are rendered. */
export const MANY_ROWS = 60;
const MANY_COLUMNS = 24;
/** Assumed size before it can be measured. */
const BOX = { width: 640, height: 520 };

type Extent = {
  scroller: RefObject<HTMLElement | null>;
  rows: number;
  widths: number[];
  active: CellPosition;
};

/** Returns the rendered rows and columns, and gaps for the others. */
export function useSlots({ scroller, rows, widths, active }: Extent) {
  const isTall = rows > MANY_ROWS;
  const isBroad = widths.length > MANY_COLUMNS;
  const tall = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    initialRect: BOX,
    enabled: isTall,
  });
  const broad = useVirtualizer({
    count: widths.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    overscan: 3,
    horizontal: true,
    initialRect: BOX,
    enabled: isBroad,
  });
  useEffect(() => {
    if (widths.length > MANY_COLUMNS) broad.measure();
  }, [broad, widths]);
  const seenRows = tall.getVirtualItems().map(({ index }) => index);
  const seenColumns = broad.getVirtualItems().map(({ index }) => index);
  const rowSlots = slotsOf(isTall ? [...seenRows, active.row] : Array.from({ length: rows }).keys(), rows);
  const columnSlots = slotsOf(isBroad ? [...seenColumns, active.column] : widths.keys(), widths.length);
  const inSight = isTall ? { from: seenRows[0] ?? 0, to: seenRows.at(-1) ?? 0 } : { from: 0, to: rows - 1 };
  // Stable, so that rows are not rendered again at every scroll step.
  return { rowSlots, columnSlots: useStable(columnSlots), inSight };
}

export type Slot = { index: number } | { gap: number; before: number };

/** Returns slots for the given indexes out of `count`, in order, with gaps for the others. */
export function slotsOf(indexes: Iterable<number>, count: number): Slot[] {
  const wanted = [...new Set(indexes)].filter((index) => index >= 0 && index < count).sort((a, b) => a - b);
  const slots: Slot[] = [];
  let next = 0;
  for (const index of wanted) {
    if (index > next) slots.push({ gap: index - next, before: index });
    slots.push({ index });
    next = index + 1;
  }
  if (next < count) slots.push({ gap: count - next, before: count });
  return slots;
}
