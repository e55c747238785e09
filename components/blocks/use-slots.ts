import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useMemo } from "react";
import { type Slot, slotsOf } from "./table-slots";
import type { Place } from "./use-cell-keys";

export const ROW = 32;
/** Above these, only the rows and columns in sight exist. */
export const MANY_ROWS = 60;
const MANY_COLUMNS = 24;
/** What the box is taken to be until it can be measured. */
const BOX = { width: 640, height: 520 };

type Extent = {
  scroller: RefObject<HTMLElement | null>;
  rows: number;
  isTall: boolean;
  widths: number[];
  /** The cell that takes the focus: it is always there, however far one has scrolled from it. */
  active: Place;
};

/** Which rows and columns are drawn, and the gaps that keep the room of the others. */
export function useSlots({ scroller, rows, isTall, widths, active }: Extent) {
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
  const inSight = (virtualizer: typeof tall) => virtualizer.getVirtualItems().map(({ index }) => index);
  const rowSlots = isTall
    ? slotsOf([...inSight(tall), active.row], rows)
    : slotsOf(Array.from({ length: rows }).keys(), rows);
  const columnSlots = slotsOf(isBroad ? [...inSight(broad), active.column] : widths.keys(), widths.length);
  return { rowSlots, columnSlots: useStable(columnSlots) };
}

/** The same list for as long as it says the same, so that rows are not drawn anew at every step of scrolling. */
function useStable(slots: Slot[]): Slot[] {
  const said = JSON.stringify(slots);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is all that they are
  return useMemo(() => slots, [said]);
}
