import { describe, expect, it } from "vitest";
import { WHOLE } from "./prop-fields";
import { propProblems } from "./prop-problems";

const schema = {
  type: "object",
  properties: {
    most: { type: "integer", maximum: 20 },
    rows: { type: "array", items: { type: "object", properties: { n: { type: "number" } } } },
    pattern: { type: "string", pattern: "^(a+)+$" },
    "a b": { type: "string" },
  },
};
const wrong = (props: Record<string, unknown>, by: Record<string, unknown> = schema) => [
  ...propProblems(by, props).keys(),
];

describe("what is wrong with props", () => {
  it("is said at the prop, however deep it lies", () => {
    expect(wrong({ most: 99, rows: [{ n: "1" }], "a b": 1 })).toEqual(["most", "rows", "a b"]);
    expect(wrong({ most: 2, rows: [{ n: 1 }] })).toEqual([]);
  });

  it("is said of all of them where it concerns all", () => {
    expect(wrong({}, { ...schema, minProperties: 1 })).toEqual([WHOLE]);
  });

  it("is never asked of a pattern, which may take for ever; a prop of that name is checked", () => {
    expect(wrong({ pattern: `${"a".repeat(40)}!` })).toEqual([]);
    expect(wrong({ pattern: 1 })).toEqual(["pattern"]);
    const only = { properties: {}, patternProperties: { "^x": {} }, additionalProperties: false };
    expect(wrong({ xa: 1 }, only)).toEqual([]);
  });

  it("is nothing by a schema that cannot be used", () => {
    expect(wrong({ a: 1 }, { properties: { a: { $ref: "#/nowhere" } } })).toEqual([]);
    expect([...propProblems(null, { a: 1 })]).toEqual([]);
  });
});
