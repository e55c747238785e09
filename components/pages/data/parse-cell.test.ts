import { describe, expect, it } from "vitest";
import { affinityOf } from "./affinity";
import { parseCell } from "./parse-cell";

const typed = (text: string, type: string, before: null | string | number = null) =>
  parseCell(text, affinityOf(type), before);

describe("parseCell", () => {
  it("keeps text unchanged in text columns", () => {
    for (const text of ["007", " 1 ", "", "NULL", "1e3"])
      expect(typed(text, "VARCHAR(20)")).toEqual({ cell: text });
  });

  it("returns numbers without loss in numeric columns", () => {
    expect(typed("12", "INTEGER")).toEqual({ cell: 12 });
    expect(typed(" -3.5 ", "REAL")).toEqual({ cell: -3.5 });
    expect(typed("1e3", "DOUBLE")).toEqual({ cell: 1000 });
    expect(typed("9007199254740993", "BIGINT")).toEqual({ cell: { $integer: "9007199254740993" } });
  });

  it("keeps digits as text if no number type can hold them", () => {
    expect(typed("99999999999999999999", "NUMERIC")).toEqual({ cell: "99999999999999999999" });
  });

  it("returns NULL for empty input in numeric columns", () => {
    expect(typed("", "INTEGER", 5)).toEqual({ cell: null });
  });

  it("rejects words in numeric columns unless the cell contained text", () => {
    expect(typed("many", "INTEGER", 5)).toEqual({
      problem: expect.stringContaining("“many” is not a number"),
    });
    expect(typed("many", "INTEGER", "few")).toEqual({ cell: "many" });
  });

  it("accepts dates in columns that SQLite treats as numeric", () => {
    expect(typed("2026-11-22", "DATE")).toEqual({ cell: "2026-11-22" });
  });
});
