import {
  COLUMNS,
  GAP,
  MAX_HEIGHT,
  MIN_HEIGHT,
  MIN_WIDTH,
  type Placed,
  ROW_HEIGHT,
} from "@/lib/shared/boards/layout";

export const GRID = {
  cols: COLUMNS,
  rowHeight: ROW_HEIGHT,
  margin: [GAP, GAP],
  containerPadding: [0, 0],
} as const;
export const DRAG = { handle: ".board-handle", cancel: "button:not(.cursor-grab), input", threshold: 4 };
export const RESIZE = { handles: ["se"] } as const;

export const layoutOf = (tiles: readonly Placed[]) =>
  tiles.map(({ id, x, y, w, h }) => ({
    ...{ i: id, x, y, w, h },
    ...{ minW: MIN_WIDTH, minH: MIN_HEIGHT, maxH: MAX_HEIGHT },
  }));
