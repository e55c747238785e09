import { expect, it } from "vitest";
import { columnsOf } from "./table-columns";
import { fitted, naturalWidth, textWidth, total } from "./table-widths";

const rows = Array.from({ length: 50 }, (_, index) => ({
  name: `Loaf ${index}`,
  note: "x".repeat(90),
  sold: index,
}));
const columns = columnsOf(
  ["name", "note", "sold"].map((key) => ({ key, label: key })),
  rows,
);
const natural = columns.map((column) => naturalWidth(column, rows));

it("wide letters need more room than narrow ones", () => {
  expect(textWidth("WWW")).toBeGreaterThan(textWidth("iii"));
  expect(textWidth("面包")).toBeGreaterThan(textWidth("ab"));
});

it("a table fills its room exactly", () => {
  expect(total(fitted(natural, columns, 1_000, true))).toBeCloseTo(1_000);
});

it("a long text leaves room for the others from the beginning", () => {
  expect(fitted(natural, columns, 200, false)[1]).toBe(160);
  expect(fitted(natural, columns, 100, false)[1]).toBe(160);
});

it("texts give way before a small table scrolls, numbers do not", () => {
  const [name = 0, note = 0, sold = 0] = natural;
  const [, narrowed = 0, kept] = fitted(natural, columns, name + sold + 100, true);
  expect(note).toBeGreaterThan(160);
  expect(narrowed).toBeLessThan(160);
  expect(kept).toBe(sold);
});

it("a large table scrolls sideways instead", () => {
  expect(total(fitted(natural, columns, 200, false))).toBeGreaterThan(250);
});

it("one long cell among many is found when all are looked at", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({ a: index === 7 ? "y".repeat(60) : "z" }));
  const [column] = columnsOf([{ key: "a", label: "A" }], many);
  if (!column) return expect.unreachable();
  expect(naturalWidth(column, many, true)).toBeGreaterThan(naturalWidth(column, many) + 200);
});
