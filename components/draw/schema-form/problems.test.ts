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

describe("problemsOf", () => {
  it("reports an error at its field at any depth", () => {
    expect(wrong({ most: 99, rows: [{ n: "1" }], "a b": 1 })).toEqual(["most", "rows", "a b"]);
    expect(wrong({ most: 2, rows: [{ n: 1 }] })).toEqual([]);
  });

  it("reports an error of all values under WHOLE", () => {
    expect(wrong({}, { ...schema, minProperties: 1 })).toEqual([WHOLE]);
  });

  it("ignores regular expressions, which may never end, but validates a property named pattern", () => {
    expect(wrong({ pattern: `${"a".repeat(40)}!` })).toEqual([]);
    expect(wrong({ pattern: 1 })).toEqual(["pattern"]);
    const only = { properties: {}, patternProperties: { "^x": {} }, additionalProperties: false };
    expect(wrong({ xa: 1 }, only)).toEqual([]);
  });

  it("returns no problems for an unusable schema", () => {
    expect(wrong({ a: 1 }, { properties: { a: { $ref: "#/nowhere" } } })).toEqual([]);
    expect([...problemsOf(null, { a: 1 })]).toEqual([]);
  });
});
