import { describe, expect, it } from "vitest";
import {
  COLUMNS,
  compact,
  freePlace,
  moved,
  type NewPlace,
  type Placed,
  placesOfMove,
  withinGrid,
  withPlaces,
} from "./layout";

const tile = (id: string, x: number, y: number, w = 6, h = 4): Placed => ({ id, x, y, w, h });
const placesOf = (tiles: Placed[]) => Object.fromEntries(tiles.map(({ id, x, y }) => [id, [x, y]]));
const placesAfter = (tiles: Placed[], places: NewPlace[]) => placesOf(withPlaces(tiles, places));
const overlaps = (tiles: Placed[]) =>
  tiles.some((a, at) =>
    tiles.slice(at + 1).some((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
  );

describe("the grid of a board", () => {
  it("compacts tiles without gaps above them", () => {
    expect(placesOf(compact([tile("a", 0, 5), tile("b", 6, 9), tile("c", 0, 20)]))).toEqual({
      a: [0, 0],
      b: [6, 0],
      c: [0, 4],
    });
  });

  it("gives a moved tile its place and moves the others", () => {
    const before = [tile("a", 0, 0), tile("b", 6, 0), tile("c", 0, 4)];
    expect(placesOf(moved(before, "c", { y: 0 }))).toEqual({ a: [0, 4], b: [6, 0], c: [0, 0] });
    expect(placesOf(moved(before, "a", { w: 12 }))).toEqual({ a: [0, 0], b: [6, 4], c: [0, 4] });
  });

  it("clamps places to the grid", () => {
    expect(withinGrid({ x: 99, y: -4, w: 99, h: 0.2 })).toEqual({ x: 0, y: 0, w: COLUMNS, h: 3 });
    expect(withinGrid({ x: 11, y: 1e9, w: 1, h: 99 })).toEqual({ x: 9, y: 2000, w: 3, h: 40 });
  });

  it("returns the first free place for a new tile", () => {
    expect(freePlace([], { w: 6, h: 4 })).toEqual({ x: 0, y: 0, w: 6, h: 4 });
    expect(freePlace([tile("a", 0, 0)], { w: 6, h: 4 })).toMatchObject({ x: 6, y: 0 });
    expect(freePlace([tile("a", 0, 0), tile("b", 6, 0, 6, 2)], { w: 12, h: 4 })).toMatchObject({
      x: 0,
      y: 4,
    });
  });

  it("moves a tile of an old view of the board, and leaves tiles that another user has moved", () => {
    const seen = [tile("a", 0, 0), tile("b", 6, 0), tile("c", 0, 4), tile("d", 6, 4)];
    const places = placesOfMove(seen, moved(seen, "a", { x: 6, y: 0 }), "a");
    expect(places).toEqual([
      { ...tile("a", 6, 0) },
      { ...tile("b", 6, 4), was: { x: 6, y: 0, w: 6, h: 4 } },
      { ...tile("c", 0, 0), was: { x: 0, y: 4, w: 6, h: 4 } },
      { ...tile("d", 6, 8), was: { x: 6, y: 4, w: 6, h: 4 } },
    ]);
    expect(placesAfter(seen, places)).toEqual({ a: [6, 0], b: [6, 4], c: [0, 0], d: [6, 8] });
    // The other user made b narrow, and removed c.
    const now = [tile("a", 0, 0), tile("b", 6, 0, 3), tile("d", 6, 4), tile("e", 0, 8)];
    expect(placesAfter(now, places)).toEqual({ a: [6, 0], b: [6, 4], d: [6, 8], e: [0, 0] });
  });

  it("never overlaps tiles, and keeps a compact layout unchanged", () => {
    let seed = 7;
    const random = (max: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % max;
    };
    let tiles = Array.from({ length: 20 }, (_, at) =>
      tile(`t${at}`, random(12), random(40), 1 + random(12), 1 + random(12)),
    );
    for (let round = 0; round < 200; round++) {
      tiles = moved(tiles, `t${random(20)}`, { x: random(12), y: random(60), w: random(13), h: random(14) });
      expect(overlaps(tiles)).toBe(false);
      expect(compact(tiles)).toEqual(tiles);
    }
  });
});
