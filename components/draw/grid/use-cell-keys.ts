import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from "react";
import { type CellPosition, HEADING, placeOf, step, within } from "./cell-place";

type Cells = {
  rows: number;
  columns: number;
  /** Returns a stable id of a row, so that the focus follows a row that changes its position. */
  idAt: ((row: number) => string) | undefined;
  /** The cell to focus. Pass a new object to focus the same cell again. */
  focusOn: CellPosition | undefined;
};

/**
 * Makes the grid a single tab stop. Arrows, Home, End and page keys move between cells. The focused element
 * has `data-at="row:column"`.
 */
export function useCellKeys(
  table: RefObject<HTMLTableElement | null>,
  { rows, columns, idAt, focusOn }: Cells,
) {
  const extent = { rows, columns };
  const [current, setCurrent] = useState<CellPosition & { id?: string }>({ row: HEADING, column: 0 });
  const [wanted, setWanted] = useState<CellPosition>();
  const [asked, setAsked] = useState<CellPosition>();
  const row = idAt && current.id !== undefined ? rowOf(current.id, current.row, rows, idAt) : current.row;
  const active = { row: Math.min(row, rows - 1), column: Math.min(current.column, columns - 1) };

  useLayoutEffect(() => {
    if (!wanted) return;
    const cell = table.current?.querySelector<HTMLElement>(`[data-at="${wanted.row}:${wanted.column}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [table, wanted]);

  const go = (to: CellPosition) => {
    const place = within(to, extent);
    setCurrent({ ...place, id: place.row === HEADING ? undefined : idAt?.(place.row) });
    setWanted(place);
  };
  if (focusOn !== asked) {
    setAsked(focusOn);
    if (focusOn) go(focusOn);
  }

  const onKeyDown = (event: KeyboardEvent, page: number) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const from = placeOf(target);
    if (!from || altKey || shiftKey) return;
    const to = step(key, from, { ...extent, page, all: ctrlKey || metaKey });
    if (!to) return;
    event.preventDefault();
    go(to);
  };
  return { active, go, onKeyDown };
}

function rowOf(id: string, row: number, rows: number, idAt: (row: number) => string): number {
  if (row < rows && idAt(row) === id) return row;
  for (let at = 0; at < rows; at++) if (idAt(at) === id) return at;
  return row;
}
