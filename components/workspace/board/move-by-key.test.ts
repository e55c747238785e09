import { expect, it } from "vitest";
import { compact, inOrder } from "@/lib/shared/boards/layout";
import { describePlace, moveByKey, moveInColumn } from "./move-by-key";

const tile = (id: string, x: number, y: number, w = 6, h = 4) => ({ id, x, y, w, h });
const board = [tile("a", 0, 0), tile("b", 6, 0), tile("c", 0, 4)];
const press = (key: string, shiftKey = false) => ({ key, shiftKey });
const at = (tiles: typeof board | undefined, id: string) => {
  const { x, y, w, h } = tiles?.find((one) => one.id === id) ?? tile("none", -1, -1);
  return [x, y, w, h];
};

it("arrow keys move a tile past its neighbour", () => {
  expect(at(moveByKey(board, "a", press("ArrowDown")), "a")).toEqual([0, 4, 6, 4]);
  expect(at(moveByKey(board, "c", press("ArrowUp")), "c")).toEqual([0, 0, 6, 4]);
  expect(at(moveByKey(board, "c", press("ArrowRight")), "c")).toEqual([1, 4, 6, 4]);
  expect(at(moveByKey(board, "c", press("ArrowLeft")), "c")).toEqual([0, 4, 6, 4]);
  expect(at(moveByKey(board, "b", press("ArrowRight")), "b")).toEqual([6, 0, 6, 4]);
});

it("Shift with arrow keys resizes a tile within the grid", () => {
  expect(at(moveByKey(board, "a", press("ArrowRight", true)), "a")).toEqual([0, 0, 7, 4]);
  expect(at(moveByKey(board, "a", press("ArrowUp", true)), "a")).toEqual([0, 0, 6, 3]);
  expect(at(moveByKey([tile("a", 0, 0, 12)], "a", press("ArrowRight", true)), "a")).toEqual([0, 0, 12, 4]);
  expect(moveByKey(board, "a", press("Enter"))).toBeUndefined();
  expect(moveByKey(board, "none", press("ArrowUp"))).toBeUndefined();
});

it("moveInColumn swaps a tile with its neighbour in the phone column", () => {
  expect(moveInColumn(board, "a", -1)).toBeUndefined();
  expect(moveInColumn(board, "c", 1)).toBeUndefined();
  expect(at(moveInColumn(board, "b", -1), "b")).toEqual([0, 0, 6, 4]);
  expect(at(moveInColumn(board, "a", 1), "b")).toEqual([0, 0, 6, 4]);
});

it("moveInColumn moves a tile one place, and keeps the order of all other tiles on the grid", () => {
  let seed = 11;
  const random = (max: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % max;
  };
  const order = (tiles: readonly ReturnType<typeof tile>[]) => inOrder(tiles).map(({ id }) => id);
  for (let round = 0; round < 300; round++) {
    const all = Array.from({ length: 2 + random(11) }, (_, at) =>
      tile(`t${at}`, random(10), random(20), 3 + random(10), 3 + random(8)),
    );
    const tiles = compact(all);
    const before = order(tiles);
    const from = random(before.length - 1);
    const wanted = before.with(from, before[from + 1] ?? "").with(from + 1, before[from] ?? "");
    const next = moveInColumn(tiles, before[from] ?? "", 1) ?? [];
    expect([round, order(next)]).toEqual([round, wanted]);
    expect(compact(next)).toEqual(next);
    expect(moveInColumn(tiles, wanted[from] ?? "", -1)).toEqual(next);
  }
});

it("the place of a tile is described in words", () => {
  expect(describePlace(board, "c", "Sales")).toBe("“Sales”: column 1, row 5, 6 wide, 4 high. 3 of 3.");
});
