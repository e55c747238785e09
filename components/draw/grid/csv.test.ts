import { expect, it } from "vitest";
import { hasFormulas, toCsv, toTsv } from "./csv";

const columns = [
  { key: "a", label: "A" },
  { key: "b", label: 'B, "big"' },
];
const cell = (a: unknown) => toCsv([{ key: "a", label: "A" }], [{ a }]).slice(3, -2);

it("toCsv ends lines with CR LF, and quotes only where needed", () => {
  expect(toCsv(columns, [{ a: 1, b: "x" }, { a: "p,q", b: 'say "no"' }, { b: "two\nlines" }])).toBe(
    'A,"B, ""big"""\r\n1,x\r\n"p,q","say ""no"""\r\n,"two\nlines"\r\n',
  );
});

it("toCsv writes a heading without rows", () => {
  expect(toCsv(columns, [])).toBe('A,"B, ""big"""\r\n');
});

it("toCsv keeps values unchanged", () => {
  expect(cell(-1234.5)).toBe("-1234.5");
  expect(cell(true)).toBe("true");
  expect(cell(null)).toBe("");
  expect(cell({ a: [1] })).toBe('"{""a"":[1]}"');
  expect(cell(" padded ")).toBe('" padded "');
  expect(cell("Jürgen Groß")).toBe("Jürgen Groß");
});

it("toCsv escapes text that a spreadsheet would run", () => {
  for (const evil of ["=1+1", "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\tx", "  =1", "＝1"])
    expect(cell(evil).replace(/^"/, "")).toMatch(/^'/);
});

it("toCsv keeps every text with raw, and detects tables with formulas", () => {
  const rows = [{ a: "=1+1" }];
  expect(toCsv([{ key: "a", label: "A" }], rows, { raw: true })).toBe("A\r\n=1+1\r\n");
  expect([hasFormulas(columns, rows), hasFormulas(columns, [{ a: -1, b: "-1e5" }])]).toEqual([true, false]);
});

it("toCsv keeps a negative number that is a string", () => {
  expect(cell("-5")).toBe("-5");
  expect(cell("+5.25")).toBe("+5.25");
});

it("toTsv returns tab-separated lines", () => {
  expect(
    toTsv(columns, [
      { a: 1, b: "x" },
      { a: "=1", b: "two\nlines" },
    ]),
  ).toBe('A\t"B, ""big"""\n1\tx\n\'=1\t"two\nlines"');
});
