import { expect, it } from "vitest";
import { slotsOf } from "./slots";

it("rows that are not rendered leave gaps", () => {
  expect(slotsOf([3, 2, 9], 12)).toEqual([
    { gap: 2, before: 2 },
    { index: 2 },
    { index: 3 },
    { gap: 5, before: 9 },
    { index: 9 },
    { gap: 2, before: 12 },
  ]);
});

it("there are no gaps if all rows are rendered, and one gap if none is", () => {
  expect(slotsOf([0, 1], 2)).toEqual([{ index: 0 }, { index: 1 }]);
  expect(slotsOf([], 5)).toEqual([{ gap: 5, before: 5 }]);
  expect(slotsOf([7, -1], 0)).toEqual([]);
});
