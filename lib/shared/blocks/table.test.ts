import { expect, it } from "vitest";
import { blockSchema } from "./index";

const parse = (block: object) => blockSchema.parse({ type: "table", ...block });
const refused = (block: object) => !blockSchema.safeParse({ type: "table", ...block }).success;

it("columns may be written as plain keys", () => {
  expect(parse({ columns: ["a", { key: "b" }, { header: "C", accessor: "c" }], data: [] })).toMatchObject({
    columns: [
      { key: "a", label: "a" },
      { key: "b", label: "b" },
      { key: "c", label: "C" },
    ],
  });
});

it("the kind of a column may be written as its type or format, and is left out where it would be wrong", () => {
  const columns = [
    { key: "a", type: "percent" },
    { key: "b", format: "currency", currency: "EUR" },
    { key: "c", type: "currency" },
    { key: "d", type: "string" },
    { key: "e", kind: "date", type: "number" },
  ];
  // A kind that is none would be refused, and so would a currency without its code.
  expect(parse({ columns, data: [] })).toMatchObject({
    columns: [{ kind: "percent" }, { kind: "currency" }, { key: "c" }, { key: "d" }, { kind: "date" }],
  });
});

it("rows may be lists in the order of the columns", () => {
  const { data } = { data: undefined, ...parse({ columns: ["a", "b"], data: [[1, 2], [3], { a: 4 }] }) };
  expect(data).toEqual([{ a: 1, b: 2 }, { a: 3 }, { a: 4 }]);
  expect(refused({ columns: ["a"], data: [[1, 2]] })).toBe(true);
});

it("columns that are left out are the keys of the rows", () => {
  expect(parse({ data: [{ a: 1 }, { b: 2 }] })).toMatchObject({ columns: [{ key: "a" }, { key: "b" }] });
  expect(refused({ data: [] })).toBe(true);
});

it("cells hold any JSON, and a cell may be missing", () => {
  const data = [{ a: null }, { a: { deep: [1] } }, { a: false }, {}];
  expect(parse({ columns: ["a"], data })).toMatchObject({ data });
});

it("10,000 rows are the most", () => {
  const rows = (count: number) => ({
    columns: ["a"],
    data: Array.from({ length: count }, (_, a) => ({ a })),
  });
  expect(refused(rows(10_000))).toBe(false);
  expect(refused(rows(10_001))).toBe(true);
});

it("a key that is a built-in name is a key like any other", () => {
  expect(parse({ columns: ["toString"], data: [["x"]] })).toMatchObject({ data: [{ toString: "x" }] });
});
