import { expect, it } from "vitest";
import { blockSchema } from "./index";

const parse = (block: object) => blockSchema.parse({ type: "table", ...block });
const refused = (block: object) => !blockSchema.safeParse({ type: "table", ...block }).success;

it("accepts columns as plain keys", () => {
  expect(parse({ columns: ["a", { key: "b" }, { header: "C", accessor: "c" }], data: [] })).toMatchObject({
    columns: [
      { key: "a", label: "a" },
      { key: "b", label: "b" },
      { key: "c", label: "C" },
    ],
  });
});

it("accepts type or format as the kind of a column, and ignores invalid ones", () => {
  const columns = [
    { key: "a", type: "percent" },
    { key: "b", format: "currency", currency: "EUR" },
    { key: "c", type: "currency" },
    { key: "d", type: "string" },
    { key: "e", kind: "date", type: "number" },
  ];
  // Under the name `kind`, an unknown kind or a currency without its code would be rejected.
  expect(parse({ columns, data: [] })).toMatchObject({
    columns: [{ kind: "percent" }, { kind: "currency" }, { key: "c" }, { key: "d" }, { kind: "date" }],
  });
});

it("accepts rows as lists in the order of the columns", () => {
  const { data } = { data: undefined, ...parse({ columns: ["a", "b"], data: [[1, 2], [3], { a: 4 }] }) };
  expect(data).toEqual([{ a: 1, b: 2 }, { a: 3 }, { a: 4 }]);
  expect(refused({ columns: ["a"], data: [[1, 2]] })).toBe(true);
});

it("derives missing columns from the keys of the rows", () => {
  expect(parse({ data: [{ a: 1 }, { b: 2 }] })).toMatchObject({ columns: [{ key: "a" }, { key: "b" }] });
  expect(refused({ data: [] })).toBe(true);
});

it("accepts any JSON in cells, and missing cells", () => {
  const data = [{ a: null }, { a: { deep: [1] } }, { a: false }, {}];
  expect(parse({ columns: ["a"], data })).toMatchObject({ data });
});

it("accepts at most 10,000 rows", () => {
  const rows = (count: number) => ({
    columns: ["a"],
    data: Array.from({ length: count }, (_, a) => ({ a })),
  });
  expect(refused(rows(10_000))).toBe(false);
  expect(refused(rows(10_001))).toBe(true);
});

it("accepts the name of a built-in property as a key", () => {
  expect(parse({ columns: ["toString"], data: [["x"]] })).toMatchObject({ data: [{ toString: "x" }] });
});
