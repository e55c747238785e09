import { expect, it } from "vitest";
import { problemOfProps } from "./props";
import { sampleProps } from "./sample";

it.each([
  [null, {}],
  [{}, {}],
  [
    {
      type: "object",
      properties: { a: { type: "string" }, n: { type: "integer" }, is: { type: "boolean" } },
    },
    { a: "Example", n: 1, is: true },
  ],
  [
    {
      properties: {
        a: { default: 7 },
        b: { examples: ["x", "y"] },
        c: { const: null },
        d: { enum: ["s", "m"] },
      },
    },
    { a: 7, b: "x", c: null, d: "s" },
  ],
  [{ examples: [{ title: "Whole" }], properties: { title: { type: "string" } } }, { title: "Whole" }],
  [
    {
      properties: { list: { type: "array", items: { properties: { t: { type: "string", minLength: 9 } } } } },
    },
    { list: [{ t: "Examplexx" }, { t: "Example 2" }] },
  ],
  [
    {
      properties: { at: { type: "string", format: "date" }, odd: { type: "string", format: "constructor" } },
    },
    { at: "2026-01-15", odd: "Example" },
  ],
  [
    {
      properties: {
        rows: {
          type: "array",
          minItems: 3,
          items: {
            properties: {
              id: { type: "string", maxLength: 8 },
              n: { type: "integer", maximum: 2 },
              at: { type: "string", format: "date" },
              to: { type: "string", format: "email" },
              size: { enum: ["s", "m"] },
            },
          },
        },
      },
    },
    {
      rows: [
        { id: "Example", n: 1, at: "2026-01-15", to: "someone@example.com", size: "s" },
        { id: "Exampl 2", n: 2, at: "2026-01-12", to: "someone2@example.com", size: "m" },
        { id: "Exampl 3", n: 2, at: "2026-01-13", to: "someone3@example.com", size: "s" },
      ],
    },
  ],
  [
    { properties: { n: { type: "number", minimum: 5 }, m: { type: "number", maximum: -3 } } },
    { n: 5, m: -3 },
  ],
  [
    { properties: { pair: { prefixItems: [{ type: "string" }, { type: "number" }] } } },
    { pair: ["Example", 1] },
  ],
  [{ properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } } }, { a: "Example" }],
  [
    { allOf: [{ properties: { a: { type: "string" } } }], properties: { b: { type: "number" } } },
    { a: "Example", b: 1 },
  ],
  [
    { $ref: "#/$defs/p", $defs: { p: { properties: { a: { $ref: "#/$defs/s" } } }, s: { type: "string" } } },
    { a: "Example" },
  ],
])("samples props for %j", (schema, props) => {
  expect(sampleProps(schema)).toEqual(props);
  expect(problemOfProps(schema ?? {}, props)).toBeNull();
});

it("terminates for a recursive schema", () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`p${n}`, { $ref: "#" }]));
  const began = process.cpuUsage();
  expect(JSON.stringify(sampleProps({ type: "object", properties: many })).length).toBeLessThan(500_000);
  expect(sampleProps({ $ref: "#" })).toEqual({});
  expect(process.cpuUsage(began).user).toBeLessThan(100_000);
});
