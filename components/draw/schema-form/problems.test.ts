import { describe, expect, it } from "vitest";
import { WHOLE } from "./fields";
import { problemsOf } from "./problems";

const schema = {
  type: "object",
  properties: {
    most: { type: "integer", maximum: 20 },
    rows: { type: "array", items: { type: "object", properties: { n: { type: "number" } } } },
    pattern: { type: "string", pattern: "^(a+)+$" },
    "a b": { type: "string" },
  },
};
const wrong = (values: Record<string, unknown>, by: Record<string, unknown> = schema) => [
  ...problemsOf(by, values).keys(),
];

describe("what is wrong with values", () => {
  it("is said at the value, however deep it lies", () => {
    expect(wrong({ most: 99, rows: [{ n: "1" }], "a b": 1 })).toEqual(["most", "rows", "a b"]);
    expect(wrong({ most: 2, rows: [{ n: 1 }] })).toEqual([]);
  });

  it("is said of all of them where it concerns all", () => {
    expect(wrong({}, { ...schema, minProperties: 1 })).toEqual([WHOLE]);
  });

  it("is never asked of a pattern, which may take for ever; a value of that name is checked", () => {
    expect(wrong({ pattern: `${"a".repeat(40)}!` })).toEqual([]);
    expect(wrong({ pattern: 1 })).toEqual(["pattern"]);
    const only = { properties: {}, patternProperties: { "^x": {} }, additionalProperties: false };
    expect(wrong({ xa: 1 }, only)).toEqual([]);
  });

  it("is nothing by a schema that cannot be used", () => {
    expect(wrong({ a: 1 }, { properties: { a: { $ref: "#/nowhere" } } })).toEqual([]);
    expect([...problemsOf(null, { a: 1 })]).toEqual([]);
  });
});
