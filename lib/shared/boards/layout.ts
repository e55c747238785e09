export type Place = { x: number; y: number; w: number; h: number };
export type Placed = Place & { id: string };

export const COLUMNS = 12;
export const MIN_WIDTH = 3;
export const MIN_HEIGHT = 3;
export const MAX_HEIGHT = 40;
/** Maximum row of a tile, to limit the height of a board. */
export const MAX_ROW = 2_000;

/** Height of a row and gap between tiles, in px. */
export const ROW_HEIGHT = 40;
export const GAP = 16;
/** Height in px of a tile's header. */
const HEAD = 48;

/** Returns the height in px of a tile with this number of rows. */
export const pixelsOf = (rows: number): number => rows * ROW_HEIGHT + (rows - 1) * GAP;

/** Returns the number of rows of a tile whose content is this high, in px. */
export const rowsFor = (content: number): number =>
  clamp(Math.ceil((HEAD + content + GAP) / (ROW_HEIGHT + GAP)), MIN_HEIGHT, MAX_HEIGHT);

const clamp = (value: number, least: number, max: number) =>
  Math.min(Math.max(Math.round(value), least), max);

export function withinGrid({ x, y, w, h }: Place): Place {
  const width = clamp(w, MIN_WIDTH, COLUMNS);
  return {
    x: clamp(x, 0, COLUMNS - width),
    y: clamp(y, 0, MAX_ROW),
    w: width,
    h: clamp(h, MIN_HEIGHT, MAX_HEIGHT),
  };
}

const overlap = (a: Place, b: Place) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

const bottomOf = ({ y, h }: Place): number => y + h;

/** Sorts tiles from top to bottom, then left to right. This is the reading order and the order on phones. */
export const inOrder = <T extends Place>(tiles: readonly T[]): T[] =>
  tiles.toSorted((a, b) => a.y - b.y || a.x - b.x);

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

/**
 * Moves tiles so that there are no gaps above them and no overlaps. Keeps the order of the list. The tile
 * `first` is placed before other tiles that start in the same row, so it wins a conflict. A tile that does not
 * move stays the same object.
 */
export function compact<T extends Placed>(tiles: readonly T[], first?: string): T[] {
  const rank = (tile: T) => (tile.id === first ? 0 : 1);
  const done = new Map<string, T>();
  for (const tile of tiles
    .map((one) => ({ ...one, ...withinGrid(one) }))
    .toSorted((a, b) => a.y - b.y || rank(a) - rank(b) || a.x - b.x)) {
    const across = [...done.values()].filter(({ x, w }) => x < tile.x + tile.w && tile.x < x + w);
    const inTheWay = (y: number) => across.filter((other) => other.y < y + tile.h && y < other.y + other.h);
    let { y } = tile;
    let others = inTheWay(y);
    if (others.length === 0) y = Math.max(0, ...across.map(bottomOf).filter((bottom) => bottom <= y));
    for (; others.length > 0; others = inTheWay(y)) y = Math.min(...others.map(bottomOf));
    done.set(tile.id, { ...tile, y });
  }
  return tiles.flatMap((tile) => {
    const placed = done.get(tile.id);
    return placed ? (isSamePlace(placed, tile) ? tile : placed) : [];
  });
}

/** Moves or resizes a tile and compacts the board. */
export function moved<T extends Placed>(tiles: readonly T[], id: string, place: Partial<Place>): T[] {
  return compact(
    tiles.map((tile) => (tile.id === id ? { ...tile, ...withinGrid({ ...tile, ...place }) } : tile)),
    id,
  );
}

/** A new place of a tile. With `was`, it is only for a tile that is still there. */
export type NewPlace = Placed & { was?: Place };

/**
 * Returns the places that change when a user moves or resizes the tile `id`. Tiles that only made way have `was`:
 * a tile that another user has moved since then stays in its new place.
 */
export const placesOfMove = (before: readonly Placed[], after: readonly Placed[], id: string): NewPlace[] =>
  after.flatMap((tile) => {
    const old = before.find((one) => one.id === tile.id);
    if (!old || isSamePlace(old, tile)) return [];
    const place = { id: tile.id, ...placeOf(tile) };
    return [tile.id === id ? place : { ...place, was: placeOf(old) }];
  });

const placeOf = ({ x, y, w, h }: Place): Place => ({ x, y, w, h });

/** Puts tiles in new places and compacts the board. Ignores tiles that were removed. */
export function withPlaces<T extends Placed>(tiles: readonly T[], places: readonly NewPlace[]): T[] {
  const placed = tiles.map((tile) => {
    const place = places.find(({ id }) => id === tile.id);
    return !place || (place.was && !isSamePlace(place.was, tile)) ? tile : { ...tile, ...placeOf(place) };
  });
  const chosen = places.filter(({ was }) => !was);
  return compact(placed, chosen.length === 1 ? chosen[0]?.id : undefined);
}

/** Returns the topmost free place for a tile of this size. */
export function freePlace(tiles: readonly Place[], size: Pick<Place, "w" | "h">): Place {
  const { w, h } = withinGrid({ x: 0, y: 0, ...size });
  for (let y = 0; ; y++)
    for (let x = 0; x + w <= COLUMNS; x++) {
      const place = { x, y, w, h };
      if (!tiles.some((tile) => overlap(place, tile))) return place;
    }
}
