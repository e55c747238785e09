import { describe, expect, it } from "vitest";
import { affinityOf } from "./affinity";
import { parseCell } from "./parse-cell";

const typed = (text: string, type: string, before: null | string | number = null) =>
  parseCell(text, affinityOf(type), before);

describe("what a person types into a cell", () => {
  it("stays exactly as it is in a column of texts", () => {
    for (const text of ["007", " 1 ", "", "NULL", "1e3"])
      expect(typed(text, "VARCHAR(20)")).toEqual({ cell: text });
  });

  it("is a number in a column of numbers, without loss", () => {
    expect(typed("12", "INTEGER")).toEqual({ cell: 12 });
    expect(typed(" -3.5 ", "REAL")).toEqual({ cell: -3.5 });
    expect(typed("1e3", "DOUBLE")).toEqual({ cell: 1000 });
    expect(typed("9007199254740993", "BIGINT")).toEqual({ cell: { $integer: "9007199254740993" } });
  });

  it("stays digits where no number could hold them", () => {
    expect(typed("99999999999999999999", "NUMERIC")).toEqual({ cell: "99999999999999999999" });
  });

  it("is NULL when nothing is left in a column of numbers", () => {
    expect(typed("", "INTEGER", 5)).toEqual({ cell: null });
  });

  it("is refused in a column of numbers when it is a word, unless words are there already", () => {
    expect(typed("many", "INTEGER", 5)).toEqual({ problem: expect.stringContaining("“many” is no number") });
    expect(typed("many", "INTEGER", "few")).toEqual({ cell: "many" });
  });

  it("may be a day where SQLite takes the type for a numeric one", () => {
    expect(typed("2026-11-22", "DATE")).toEqual({ cell: "2026-11-22" });
  });
});
