import { COLUMNS, compact, inOrder, moved, type Place, type Placed } from "@/lib/shared/boards/layout";
import { t } from "@/lib/shared/i18n/en/board";

type Key = { key: string; shiftKey: boolean };

/**
 * Returns the tiles after an arrow key was pressed on one of them. The arrow key moves the tile; with Shift
 * it resizes the tile. Returns undefined for other keys.
 */
export function moveByKey<T extends Placed>(tiles: readonly T[], id: string, pressed: Key): T[] | undefined {
  const tile = tiles.find((one) => one.id === id);
  const to = tile && (pressed.shiftKey ? resized(tile, pressed.key) : placed(tiles, tile, pressed.key));
  return to && moved(tiles, id, to);
}

function resized({ w, h }: Place, key: string): Partial<Place> | undefined {
  if (key === "ArrowRight") return { w: w + 1 };
  if (key === "ArrowLeft") return { w: w - 1 };
  if (key === "ArrowDown") return { h: h + 1 };
  if (key === "ArrowUp") return { h: h - 1 };
}

function placed(tiles: readonly Placed[], tile: Placed, key: string): Partial<Place> | undefined {
  if (key === "ArrowRight") return { x: Math.min(tile.x + 1, COLUMNS - tile.w) };
  if (key === "ArrowLeft") return { x: tile.x - 1 };
  // There are no gaps above tiles, so ArrowUp and ArrowDown move a tile past the next tile above or below it.
  const across = tiles.filter(
    (one) => one.id !== tile.id && one.x < tile.x + tile.w && tile.x < one.x + one.w,
  );
  if (key === "ArrowUp") {
    const above = across.filter(({ y }) => y < tile.y).toSorted((a, b) => b.y - a.y)[0];
    return { y: above?.y ?? 0 };
  }
  if (key === "ArrowDown") {
    const below = across.filter(({ y }) => y > tile.y).toSorted((a, b) => a.y - b.y)[0];
    return { y: below ? below.y + 1 : tile.y };
  }
}

/**
 * Returns the tiles after one of them has swapped places with its neighbour in the phone column, or undefined
 * at the column's end. On the grid, the tiles stay near their places, and all other tiles keep their order.
 */
export function moveInColumn<T extends Placed>(tiles: readonly T[], id: string, by: -1 | 1): T[] | undefined {
  const column = inOrder(tiles);
  const at = column.findIndex((one) => one.id === id);
  const first = by < 0 ? at - 1 : at;
  const [upper, lower] = [column[first], column[first + 1]];
  if (!upper || !lower) return undefined;
  const wanted = column.with(first, lower).with(first + 1, upper);
  const isWanted = (all: readonly T[]) => inOrder(all).every((tile, at) => tile.id === wanted[at]?.id);
  const exchanged = tiles.map((tile) =>
    tile === upper
      ? { ...tile, x: Math.min(lower.x, COLUMNS - tile.w), y: lower.y }
      : tile === lower
        ? { ...tile, x: Math.min(upper.x, COLUMNS - tile.w), y: upper.y }
        : tile,
  );
  const tries = [
    () => moved(tiles, lower.id, { x: upper.x, y: upper.y }),
    () => compact(exchanged, lower.id),
    () => moved(tiles, lower.id, { y: upper.y }),
    () => moved(tiles, upper.id, { x: lower.x, y: lower.y + 1 }),
    () => moved(tiles, upper.id, { y: lower.y + lower.h }),
  ];
  for (const attempt of tries) {
    const next = attempt();
    if (isWanted(next)) return next;
  }
  return compact(inRows(wanted));
}

/**
 * Places tiles on the grid in the order of `wanted`: each at its own place if that keeps the order, otherwise
 * below all earlier tiles.
 */
function inRows<T extends Placed>(wanted: readonly T[]): T[] {
  const done: T[] = [];
  for (const tile of wanted) {
    const isInOrder = (all: readonly T[]) =>
      inOrder(compact(all)).every((one, at) => one.id === wanted[at]?.id);
    const bottom = Math.max(0, ...done.map(({ y, h }) => y + h));
    const below = { ...tile, y: bottom };
    const whole = { ...below, x: 0, w: COLUMNS };
    const next = [tile, below, whole].map((one) => compact([...done, one], done.at(-1)?.id)).find(isInOrder);
    done.splice(0, done.length, ...(next ?? compact([...done, whole])));
  }
  return done;
}

export function describePlace(tiles: readonly Placed[], id: string, title: string): string {
  const column = inOrder(tiles);
  const at = column.findIndex((one) => one.id === id);
  const tile = column[at];
  if (!tile) return "";
  return t("place", {
    title,
    column: tile.x + 1,
    row: tile.y + 1,
    w: tile.w,
    h: tile.h,
    at: at + 1,
    count: column.length,
  });
}
