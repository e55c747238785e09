import { expect, it } from "vitest";
import { toTsv } from "./csv";
import { pastedCells } from "./paste";

const TABLE = "<meta><table><tr><td>1</td></tr></table>";

it("a text is one cell, with its lines, without the break at its end", () => {
  expect(pastedCells("Rye loaf")).toEqual([["Rye loaf"]]);
  expect(pastedCells('two\nlines "here"\r\n')).toEqual([['two\nlines "here"']]);
  expect(pastedCells("")).toEqual([[""]]);
});

it("tabs are cells, and lines rows", () => {
  expect(pastedCells("a\tb\nc\td\n")).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(pastedCells("a\t\r\n\tb\r\n")).toEqual([
    ["a", ""],
    ["", "b"],
  ]);
});

it("a column of a spreadsheet has no tabs, but a table beside it", () => {
  expect(pastedCells("1\n2\n3", TABLE)).toEqual([["1"], ["2"], ["3"]]);
  expect(pastedCells("1\n\n3\n", TABLE)).toEqual([["1"], [""], ["3"]]);
});

it("quotes hold tabs, lines and quotes", () => {
  expect(pastedCells('"a\tb"\t"say ""no"""\n"two\nlines"\t5"\n')).toEqual([
    ["a\tb", 'say "no"'],
    ["two\nlines", '5"'],
  ]);
});

it("what the grid copies is what is pasted", () => {
  const columns = ["a", "b"].map((key) => ({ key, label: key }));
  const text = toTsv(columns, [{ a: 'one "1"', b: "two\nlines" }, { a: 3 }]);
  expect(pastedCells(text)).toEqual([
    ["a", "b"],
    ['one "1"', "two\nlines"],
    ["3", ""],
  ]);
});
