import { expect, it, vi } from "vitest";
import { tileSize } from "./tile-size";

function sheetOf({ width, bottom }: { width: number; bottom: number }): HTMLElement {
  const sheet = document.createElement("section");
  sheet.innerHTML = "<header></header><div></div><div hidden></div>";
  vi.spyOn(sheet, "offsetWidth", "get").mockReturnValue(width);
  const rect = (element: Element | null, at: number) =>
    element && vi.spyOn(element, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, width, at));
  rect(sheet.querySelector("header"), 60);
  rect(sheet, bottom);
  return sheet;
}

it("a tile is at least as wide as its sheet and as high as its content", () => {
  vi.stubGlobal("innerWidth", 1_440);
  expect(tileSize(sheetOf({ width: 600, bottom: 560 }))).toEqual({ w: 7, h: 11 });
  expect(tileSize(sheetOf({ width: 400, bottom: 100 }))).toEqual({ w: 5, h: 3 });
  expect(tileSize(sheetOf({ width: 2_000, bottom: 9_000 }))).toEqual({ w: 12, h: 40 });
});

it("a tile has its usual size if its sheet is hidden", () => {
  expect(tileSize(sheetOf({ width: 0, bottom: 0 }))).toEqual({});
  expect(tileSize(null)).toEqual({});
});
