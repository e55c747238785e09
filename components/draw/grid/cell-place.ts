/** Position of a cell; row -1 is the heading. */
export type CellPosition = { row: number; column: number };

export const HEADING = -1;

type Extent = { rows: number; columns: number };

/**
 * Returns the position in the `data-at="row:column"` attribute of the target or its closest ancestor; undefined outside
 * the cells.
 */
export function placeOf(target: EventTarget): CellPosition | undefined {
  const at = target instanceof Element ? target.closest("[data-at]")?.getAttribute("data-at") : undefined;
  const [row, column] = (at ?? "").split(":").map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}

export const within = ({ row, column }: CellPosition, { rows, columns }: Extent): CellPosition => ({
  row: Math.min(Math.max(row, HEADING), rows - 1),
  column: Math.min(Math.max(column, 0), columns - 1),
});

/**
 * Returns the position that a key moves to; undefined for other keys. `page`: visible rows; `all`: to the end
 * of the grid.
 */
export function step(
  key: string,
  { row, column }: CellPosition,
  { rows, columns, page, all }: Extent & { page: number; all: boolean },
): CellPosition | undefined {
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

/**
 * Returns the next cell in reading order in whose column Tab stops, or the previous one if `by` is -1;
 * undefined beyond the grid.
 */
export function along(
  from: CellPosition,
  by: 1 | -1,
  { rows, columns }: Extent,
  isStop: (column: number) => boolean,
): CellPosition | undefined {
  let { row, column } = from;
  for (let tries = 0; tries < columns; tries++) {
    column += by;
    if (column < 0 || column >= columns) {
      column = by > 0 ? 0 : columns - 1;
      row += by;
    }
    if (row < 0 || row >= rows) return undefined;
    if (isStop(column)) return { row, column };
  }
  return undefined;
}
