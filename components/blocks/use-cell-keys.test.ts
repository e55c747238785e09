import { expect, it } from "vitest";
import { HEADING, step } from "./use-cell-keys";

const extent = { rows: 100, columns: 5, page: 15, all: false };
const at = { row: 10, column: 2 };

it("arrows go from cell to cell, and from the first row to the heading", () => {
  expect(step("ArrowDown", at, extent)).toEqual({ row: 11, column: 2 });
  expect(step("ArrowLeft", at, extent)).toEqual({ row: 10, column: 1 });
  expect(step("ArrowUp", { row: 0, column: 2 }, extent)).toEqual({ row: HEADING, column: 2 });
});

it("Home and End go to the ends of a row, with Ctrl to those of the table", () => {
  expect(step("End", at, extent)).toEqual({ row: 10, column: 4 });
  expect(step("End", at, { ...extent, all: true })).toEqual({ row: 99, column: 4 });
  expect(step("Home", at, { ...extent, all: true })).toEqual({ row: HEADING, column: 0 });
});

it("the page keys go as far as one sees, and other keys nowhere", () => {
  expect(step("PageDown", at, extent)).toEqual({ row: 25, column: 2 });
  expect(step("x", at, extent)).toBeUndefined();
});
