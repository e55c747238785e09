import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from "react";
import { HEADING, type Place, placeOf, step } from "@/components/canvas/blocks/use-cell-keys";

/**
 * The arrow keys of a grid of which most rows are not here: a cell is known by its place alone. What has the focus is the
 * element with `data-at="row:column"`.
 */
export function useGridKeys(table: RefObject<HTMLTableElement | null>, rows: number, columns: number) {
  const [kept, setActive] = useState<Place>({ row: HEADING, column: 0 });
  const [wanted, setWanted] = useState<Place>();
  const active = { row: Math.min(kept.row, rows - 1), column: Math.min(kept.column, columns - 1) };

  useLayoutEffect(() => {
    if (!wanted) return;
    const cell = table.current?.querySelector<HTMLElement>(`[data-at="${wanted.row}:${wanted.column}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [table, wanted]);

  const go = (to: Place) => {
    const place = {
      row: Math.min(Math.max(to.row, HEADING), rows - 1),
      column: Math.min(Math.max(to.column, 0), columns - 1),
    };
    setActive(place);
    setWanted(place);
  };
  const onKeyDown = (event: KeyboardEvent, page: number) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const from = placeOf(target);
    if (!from || altKey || shiftKey) return;
    const to = step(key, from, { rows, columns, page, all: ctrlKey || metaKey });
    if (!to) return;
    event.preventDefault();
    go(to);
  };
  return { active, go, onKeyDown };
}
