import { expect, it } from "vitest";
import { toTsv } from "./csv";
import { pastedCells } from "./paste";

const TABLE = "<meta><table><tr><td>1</td></tr></table>";

it("plain text is one cell, without its final line break", () => {
  expect(pastedCells("Rye loaf")).toEqual([["Rye loaf"]]);
  expect(pastedCells('two\nlines "here"\r\n')).toEqual([['two\nlines "here"']]);
  expect(pastedCells("")).toEqual([[""]]);
});

it("tabs separate cells, and line breaks rows", () => {
  expect(pastedCells("a\tb\nc\td\n")).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(pastedCells("a\t\r\n\tb\r\n")).toEqual([
    ["a", ""],
    ["", "b"],
  ]);
});

it("one spreadsheet column is detected by its HTML table", () => {
  expect(pastedCells("1\n2\n3", TABLE)).toEqual([["1"], ["2"], ["3"]]);
  expect(pastedCells("1\n\n3\n", TABLE)).toEqual([["1"], [""], ["3"]]);
});

it("quoted fields contain tabs, line breaks and quotes", () => {
  expect(pastedCells('"a\tb"\t"say ""no"""\n"two\nlines"\t5"\n')).toEqual([
    ["a\tb", 'say "no"'],
    ["two\nlines", '5"'],
  ]);
});

it("what the grid itself copies is parsed to the same cells", () => {
  const columns = ["a", "b"].map((key) => ({ key, label: key }));
  const text = toTsv(columns, [{ a: 'one "1"', b: "two\nlines" }, { a: 3 }]);
  expect(pastedCells(text)).toEqual([
    ["a", "b"],
    ['one "1"', "two\nlines"],
    ["3", ""],
  ]);
});
