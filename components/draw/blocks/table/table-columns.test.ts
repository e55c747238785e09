import { expect, it } from "vitest";
import { columnsOf, looksOf, orderOf } from "./table-columns";

function column(values: unknown[], more: object = {}) {
  const rows = values.map((value) => ({ a: value }));
  const [found] = columnsOf([{ key: "a", label: "A", ...more }], rows);
  return { kind: found?.kind, align: found?.align, texts: rows.map((row) => found?.text(row)) };
}

it("the kind of a column is derived from its cells", () => {
  expect(column([1, "€2", null]).kind).toBe("number");
  expect(column(["2026-11-21", ""]).kind).toBe("date");
  expect(column(["https://example.com/a"]).kind).toBe("link");
  expect(column([{ a: 1 }, "x"]).kind).toBe("data");
  expect(column(["x", 1]).kind).toBe("text");
  expect(column([null, ""]).kind).toBe("text");
});

it("a kind that does not fit the cells is ignored", () => {
  expect(column(["many"], { kind: "bar" }).kind).toBe("text");
  expect(column([4, 2], { kind: "bar" }).kind).toBe("bar");
  expect(column([2025, 2026], { kind: "text" }).align).toBe("left");
});

it("numbers are aligned right unless specified otherwise", () => {
  expect(column([1]).align).toBe("right");
  expect(column([1], { align: "center" }).align).toBe("center");
});

it("dates and links are formatted", () => {
  expect(column(["2026-11-01", "2026-02-30"]).texts).toEqual(["2026-11-01", "2026-02-30"]);
  expect(column(["2026-11-01", "2026-02-03"]).texts).toEqual(["1 Nov 2026", "3 Feb 2026"]);
  expect(column(["https://www.example.com/", null]).texts).toEqual(["example.com", ""]);
});

it("dates are recognized if exactly one order of day, month and year fits all of them", () => {
  const dotted = column(["03.11.2026", "28.2.2025", ""]);
  expect(dotted).toMatchObject({ kind: "date", texts: ["3 Nov 2026", "28 Feb 2025", ""] });
  expect(column(["3/11/2026"]).kind).toBe("text");
  expect(column(["23/11/2026", "4/5/2026"], { kind: "date" }).texts).toEqual(["23 Nov 2026", "4 May 2026"]);
  expect(column(["11/23/2026", "4/5/2026"], { kind: "date" }).texts).toEqual(["23 Nov 2026", "5 Apr 2026"]);
  expect(column(["3/11/2026"], { kind: "date" }).kind).toBe("text");
  expect(column(["03.11.2026 08:30"], { kind: "date" }).texts).toEqual(["3 Nov 2026, 08:30"]);
  expect(column(["03.11.2026", "31.02.2026"], { kind: "date" }).kind).toBe("text");
  expect(column(["03.11.2026"], { kind: "text" }).kind).toBe("text");
});

it("days are sorted by date, in any notation", () => {
  const rows = ["03.11.2026", "28.02.2025", "01.12.2025"].map((a) => ({ a }));
  const [days] = columnsOf([{ key: "a", label: "A" }], rows);
  if (!days) throw new Error("There is no column");
  expect(rows.map((row) => orderOf(days, row))).toEqual(["2026-11-03", "2025-02-28", "2025-12-01"]);
});

it("columns that render in the same way have equal looks", () => {
  const look = (...values: unknown[]) =>
    looksOf(
      [{ key: "a", label: "A" }],
      values.map((value) => ({ a: value })),
    );
  expect(look(1, 2)).toEqual(look(3, 4, 5));
  expect(look(1, 2)).not.toEqual(look(1, 2.5));
  expect(look(1, 2)).not.toEqual(look(2025, 2026));
  expect(look(1, 2)).not.toEqual(look("x"));
});

it("quantities are formatted by their kind", () => {
  expect(column([1234.5, -2], { kind: "currency", currency: "EUR" }).texts).toEqual(["€1,234.50", "-€2.00"]);
  expect(column([12.5, 3], { kind: "percent" })).toMatchObject({ align: "right", texts: ["12.5%", "3.0%"] });
  expect(column([5], { kind: "number", unit: "kg" }).texts).toEqual(["5\u00a0kg"]);
  expect(column([40, 7], { kind: "progress" }).texts).toEqual(["40%", "7%"]);
  expect(column([3], { kind: "progress", max: 8 }).texts).toEqual(["3 of 8"]);
  expect(column([true, 0, null], { kind: "boolean" }).texts).toEqual(["Yes", "No", ""]);
  expect(column(["open"], { kind: "badge" }).kind).toBe("badge");
  expect(column([{ a: 1 }], { kind: "badge" }).kind).toBe("data");
});
