import { expect, it } from "vitest";
import { fitted, naturalWidth, textWidth, total } from "./widths";

type Loaf = { name: string; note: string; sold: number };
const rows = Array.from(
  { length: 50 },
  (_, sold): Loaf => ({ name: `Loaf ${sold}`, note: "x".repeat(90), sold }),
);
const columns = [
  { label: "name", text: ({ name }: Loaf) => name, wraps: true },
  { label: "note", text: ({ note }: Loaf) => note, wraps: true },
  { label: "sold", text: ({ sold }: Loaf) => String(sold) },
];
const natural = columns.map((column) => naturalWidth(column, rows));

it("wide letters are wider than narrow ones", () => {
  expect(textWidth("WWW")).toBeGreaterThan(textWidth("iii"));
  expect(textWidth("面包")).toBeGreaterThan(textWidth("ab"));
});

it("columns fill the available width exactly", () => {
  expect(total(fitted(natural, columns, 1_000, true))).toBeCloseTo(1_000);
});

it("a long text initially leaves room for the other columns", () => {
  expect(fitted(natural, columns, 200, false)[1]).toBe(160);
  expect(fitted(natural, columns, 100, false)[1]).toBe(160);
});

it("columns of text become narrower before a small table scrolls, and columns of numbers do not", () => {
  const [name = 0, note = 0, sold = 0] = natural;
  const [, narrowed = 0, soldWidth] = fitted(natural, columns, name + sold + 100, true);
  expect(note).toBeGreaterThan(160);
  expect(narrowed).toBeLessThan(160);
  expect(soldWidth).toBe(sold);
});

it("a large table scrolls sideways", () => {
  expect(total(fitted(natural, columns, 200, false))).toBeGreaterThan(250);
});

it("naturalWidth finds a single long cell if it measures all cells", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => (index === 7 ? "y".repeat(60) : "z"));
  const column = { label: "A", text: (cell: string) => cell };
  expect(naturalWidth(column, many, true)).toBeGreaterThan(naturalWidth(column, many) + 200);
});

it("a heading has room for type and key icon, but a long one does not widen its column", () => {
  const column = { label: "name", text: () => "" };
  expect(naturalWidth({ ...column, type: "VARCHAR(20)", isKey: true }, rows)).toBeGreaterThan(
    naturalWidth(column, rows) + 80,
  );
  expect(naturalWidth({ ...column, label: "a name that is too long ".repeat(9) }, rows)).toBe(344);
});

it("naturalWidth includes extra px beside the text of a column", () => {
  const column = { label: "a", text: () => "1,024" };
  expect(naturalWidth({ ...column, extra: 84 }, rows)).toBe(naturalWidth(column, rows) + 84);
});
