import { expect, it } from "vitest";
import { along, HEADING, step, within } from "./cell-place";

const extent = { rows: 100, columns: 5, page: 15, all: false };
const at = { row: 10, column: 2 };

it("arrow keys move between cells, and from the first row to the heading", () => {
  expect(step("ArrowDown", at, extent)).toEqual({ row: 11, column: 2 });
  expect(step("ArrowLeft", at, extent)).toEqual({ row: 10, column: 1 });
  expect(step("ArrowUp", { row: 0, column: 2 }, extent)).toEqual({ row: HEADING, column: 2 });
});

it("Home and End move to the ends of a row, with Ctrl to those of the grid", () => {
  expect(step("End", at, extent)).toEqual({ row: 10, column: 4 });
  expect(step("End", at, { ...extent, all: true })).toEqual({ row: 99, column: 4 });
  expect(step("Home", at, { ...extent, all: true })).toEqual({ row: HEADING, column: 0 });
});

it("Ctrl with arrows moves to the ends of a column or row", () => {
  const ends = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((key) =>
    step(key, at, { ...extent, all: true }),
  );
  expect(ends).toEqual([
    { row: HEADING, column: 2 },
    { row: 99, column: 2 },
    { row: 10, column: 0 },
    { row: 10, column: 4 },
  ]);
});

it("page keys move by the number of visible rows, and other keys do not move", () => {
  expect(step("PageDown", at, extent)).toEqual({ row: 25, column: 2 });
  expect(step("x", at, extent)).toBeUndefined();
});

it("no key moves outside the grid", () => {
  expect(within({ row: 200, column: -1 }, extent)).toEqual({ row: 99, column: 0 });
  expect(within({ row: -9, column: 9 }, extent)).toEqual({ row: HEADING, column: 4 });
  expect(within({ row: 0, column: 0 }, { rows: 0, columns: 3 })).toEqual({ row: HEADING, column: 0 });
});

it("Tab skips columns without a stop, continues in the next row, and stops at the end", () => {
  const isStop = (column: number) => column === 1 || column === 3;
  expect(along(at, 1, extent, isStop)).toEqual({ row: 10, column: 3 });
  expect(along({ row: 10, column: 3 }, 1, extent, isStop)).toEqual({ row: 11, column: 1 });
  expect(along({ row: 10, column: 1 }, -1, extent, isStop)).toEqual({ row: 9, column: 3 });
  expect(along({ row: 99, column: 3 }, 1, extent, isStop)).toBeUndefined();
  expect(along({ row: 0, column: 1 }, -1, extent, isStop)).toBeUndefined();
  expect(along(at, 1, extent, () => false)).toBeUndefined();
});
