import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from "react";

/** A cell by its place; row -1 is the heading. */
export type Place = { row: number; column: number };

export const HEADING = -1;

/**
 * The table is one stop of the Tab key; arrows, Home, End and the page keys go from cell to cell. What has the focus is
 * the element with `data-at="row:column"`.
 */
export function useCellKeys(
  table: RefObject<HTMLTableElement | null>,
  rows: number,
  columns: number,
  /** What a row is known by, for rows that come and go: the focus follows. */
  idAt?: (row: number) => string | undefined,
) {
  const [kept, setActive] = useState<Place & { id?: string }>({ row: HEADING, column: 0 });
  const [wanted, setWanted] = useState<Place>();
  const row = idAt && kept.id !== undefined ? rowNow(kept.row, kept.id, rows, idAt) : kept.row;
  const active = { row: Math.min(row, rows - 1), column: Math.min(kept.column, columns - 1) };

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
    setActive({ ...place, id: idAt?.(place.row) });
    setWanted(place);
  };

  const onKeyDown = (event: KeyboardEvent, page: number) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const from = placeOf(target);
    if (!from || altKey || shiftKey) return;
    const all = ctrlKey || metaKey;
    const to = step(key, from, { rows, columns, page, all });
    if (!to) return;
    event.preventDefault();
    go(to);
  };
  return { active, go, onKeyDown };
}

function rowNow(row: number, id: string, rows: number, idAt: (row: number) => string | undefined): number {
  if (idAt(row) === id) return row;
  for (let at = 0; at < rows; at++) if (idAt(at) === id) return at;
  return row;
}

export function placeOf(target: EventTarget): Place | undefined {
  const at = target instanceof Element ? target.closest("[data-at]")?.getAttribute("data-at") : undefined;
  const [row, column] = (at ?? "").split(":").map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}

type Extent = { rows: number; columns: number; page: number; all: boolean };

/** Where a key leads from a cell. */
export function step(
  key: string,
  { row, column }: Place,
  { rows, columns, page, all }: Extent,
): Place | undefined {
  switch (key) {
    case "ArrowUp":
      return { row: all ? HEADING : row - 1, column };
    case "ArrowDown":
      return { row: all ? rows - 1 : row + 1, column };
    case "ArrowLeft":
      return { row, column: all ? 0 : column - 1 };
    case "ArrowRight":
      return { row, column: all ? columns - 1 : column + 1 };
    case "Home":
      return all ? { row: HEADING, column: 0 } : { row, column: 0 };
    case "End":
      return all ? { row: rows - 1, column: columns - 1 } : { row, column: columns - 1 };
    case "PageUp":
      return { row: row - page, column };
    case "PageDown":
      return { row: row + page, column };
    default:
      return undefined;
  }
}
