import { describe, expect, it } from "vitest";
import { asNumber, cellOf, cellText, compareCells, digitsOf, isNumeric, numberFormat } from "./values";

const columnFormat = (values: unknown[]) => numberFormat(digitsOf(values));

describe("asNumber", () => {
  it.each([
    [5, 5],
    ["12", 12],
    ["€1,024", 1024],
    ["-3.50", -3.5],
    ["−7", -7],
    ["40%", 40],
    ["1 234 567", 1234567],
    ["0.25", 0.25],
    ["12 €", 12],
  ])("is read from %j", (value, expected) => {
    expect(asNumber(value)).toBe(expected);
  });

  it.each([
    "",
    "007",
    "2026-11-28",
    "10:41",
    "1,2,3",
    "+49 170 1",
    "4B",
    "a1",
    "1.2.3",
    "€",
    null,
    true,
    {},
    [],
  ])("is undefined for %j", (value) => {
    expect(asNumber(value)).toBeUndefined();
  });
});

it("isNumeric is true for numbers with gaps, and false for other values or none", () => {
  expect(isNumeric([1, null, "", "€5"])).toBe(true);
  expect(isNumeric([1, "many"])).toBe(false);
  expect(isNumeric([null, undefined, ""])).toBe(false);
  expect(isNumeric([])).toBe(false);
});

it("cellText formats values for display", () => {
  expect([1234.5, true, false, null, undefined, "x", { a: 1 }, [1]].map((value) => cellText(value))).toEqual([
    "1,234.5",
    "Yes",
    "No",
    "",
    "",
    "x",
    '{"a":1}',
    "[1]",
  ]);
});

it("numbers of a column have the same decimals, without floating-point noise", () => {
  expect(cellText(1200, columnFormat([1200, 2.5, 3.25]))).toBe("1,200.00");
  expect(cellText(0.1 + 0.2, columnFormat([0.1 + 0.2]))).toBe("0.3");
  expect(cellText(1e21, columnFormat([1e21]))).toContain("1,000,000");
});

it("a column of years has no separators, one of quantities has", () => {
  expect(cellText(2026, columnFormat([2025, 2026]))).toBe("2026");
  expect(cellText(2026, columnFormat([2026, 12]))).toBe("2,026");
});

it("compareCells sorts numbers by size and before texts, and texts by their numbers and letters", () => {
  expect(["b", "€9", "a10", 100, "a9", "€1,024", "Ä"].toSorted(compareCells)).toEqual([
    "€9",
    100,
    "€1,024",
    "Ä",
    "a9",
    "a10",
    "b",
  ]);
});

it("cellOf returns only own values of a row", () => {
  expect(cellOf({}, "constructor")).toBeUndefined();
  expect(cellOf({ constructor: 1 }, "constructor")).toBe(1);
});

it("a number that rounds to zero has no sign", () => {
  expect([
    cellText(-0),
    cellText(-0.0000001),
    cellText(-0.4, numberFormat({ decimals: 0, isGrouped: true })),
  ]).toEqual(["0", "0", "0"]);
});
