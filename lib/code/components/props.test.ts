import { describe, expect, it } from "vitest";
import { cpuMs } from "@/lib/ground/base/testing/cpu";
import { problemOfProps, problemOfPropsSchema } from "./props";

const items = {
  type: "object",
  properties: { items: { type: "array", items: { type: "object", required: ["title"] } } },
  required: ["items"],
};

/** Schemas with which a naive validator would never finish. */
const chain = (name: string, next: string) => ({
  [name]: { allOf: Array(12).fill({ $ref: `#/$defs/${next}` }) },
});
const deep = (levels: number) => {
  let schema: Record<string, unknown> = {};
  for (let level = 0; level < levels; level++) schema = { not: schema };
  return schema;
};
const HOSTILE: [name: string, schema: Record<string, unknown>, props: unknown][] = [
  ["a self-reference", { $ref: "#" }, {}],
  ["schemas that refer to each other", { allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { $ref: "#" } } }, {}],
  [
    "references that multiply",
    {
      $ref: "#/$defs/a",
      $defs: {
        ...chain("a", "b"),
        ...chain("b", "c"),
        ...chain("c", "d"),
        ...chain("d", "e"),
        ...chain("e", "f"),
        ...chain("f", "g"),
        ...chain("g", "h"),
        ...chain("h", "i"),
        i: {},
      },
    },
    {},
  ],
  ["20,000 levels", deep(20_000), {}],
  ["a lookahead", { properties: { a: { pattern: "^(?=(a+)+$)" } } }, { a: "a" }],
  [
    "a pattern that is huge when compiled",
    { properties: { a: { pattern: "(?:[\\p{L}\\p{N}]{900}){1000}" } } },
    { a: "a".repeat(50_000) },
  ],
];

/** Cases that take other validators forever finish quickly. */
const CHECKED: [name: string, schema: Record<string, unknown>, props: unknown, problem: string | null][] = [
  [
    "a pattern that backtracks",
    { properties: { a: { pattern: "^(a+)+$" } } },
    { a: `${"a".repeat(50_000)}!` },
    "does not match the pattern",
  ],
  [
    "a pattern for names that backtracks",
    { patternProperties: { "^(a|a?)+$": {} }, additionalProperties: false },
    { [`${"a".repeat(500)}!`]: 1 },
    "No value is allowed here",
  ],
  [
    "many unique values",
    { properties: { a: { uniqueItems: true } } },
    { a: Array.from({ length: 20_000 }, (_, n) => ({ n })) },
    null,
  ],
  [
    "an address of odd length",
    { properties: { a: { format: "url" } } },
    { a: "a".repeat(100_000) },
    "format",
  ],
];

describe("props", () => {
  it("accept fitting values without adding defaults", () => {
    expect(problemOfProps(items, { items: [{ title: "x" }], more: 1 })).toBeNull();
    expect(problemOfProps({}, { anything: [null] })).toBeNull();
  });

  it("report violations with their path", () => {
    expect(problemOfProps(items, {})).toContain('props: Instance does not have required property "items"');
    expect(problemOfProps(items, { items: [{ title: "x" }, {}] })).toContain("props.items[1]:");
    expect(problemOfProps({ properties: { "a/b": { type: "string" } } }, { "a/b": 1 })).toMatch(
      /^props\.a\/b: /,
    );
  });

  it("report the first problems and the number of the others", () => {
    const problem = problemOfProps({ required: [..."abcdefgh"] }, {});
    expect(problem?.split("\n")).toHaveLength(6);
    expect(problem).toContain("and 3 more");
  });

  it("are checked by the draft that the schema names", () => {
    const tuple = { properties: { a: { type: "array", items: [{ type: "string" }] } } };
    for (const $schema of [
      undefined,
      "http://json-schema.org/draft-07/schema#",
      "https://json-schema.org/draft/2019-09/schema",
    ])
      expect(problemOfProps({ ...tuple, ...($schema && { $schema }) }, { a: [1] })).toContain("props.a[0]");
  });

  it("leave the schema unchanged", () => {
    const schema = structuredClone(items);
    problemOfProps(schema, {});
    expect(Reflect.ownKeys(schema)).toEqual(Reflect.ownKeys(items));
  });
});

describe("a hostile schema", () => {
  it.each(HOSTILE)("with %s is rejected in bounded time", (_, schema, props) => {
    const asProps = cpuMs(() =>
      expect(problemOfProps(schema, props)).toContain("cannot be checked: the props_schema"),
    );
    const asSchema = cpuMs(() => problemOfPropsSchema(schema));
    expect(asProps).toBeLessThan(100);
    expect(asSchema).toBeLessThan(100);
  });

  it.each(CHECKED)("with %s is checked in bounded time", (_, schema, props, problem) => {
    const asProps = cpuMs(() => {
      const found = problemOfProps(schema, props);
      if (problem === null) expect(found).toBeNull();
      else expect(found).toContain(problem);
    });
    expect(asProps).toBeLessThan(100);
    expect(problemOfPropsSchema(schema)).toBeNull();
  });

  it("is rejected if it contains itself", () => {
    expect(problemOfPropsSchema({ pattern: "(?<!a)b" })).toContain("in bounded time");
    expect(problemOfPropsSchema({ pattern: "(a)\\1" })).toContain("in bounded time");
    expect(problemOfPropsSchema({ $ref: "#" })).toContain("refers to itself endlessly");
    expect(problemOfPropsSchema(deep(20_000))).toContain("nested too deep");
    expect(problemOfPropsSchema(HOSTILE[2]?.[1] ?? {})).toContain("takes too long");
  });
});

describe("a props_schema", () => {
  it.each([
    {},
    items,
    { type: ["object", "null"], additionalProperties: false },
    { $ref: "#/$defs/a", $defs: { a: { type: "object", properties: { child: { $ref: "#/$defs/a" } } } } },
    { definitions: { a: true }, properties: { a: { $ref: "#/definitions/a" } }, "x-order": ["a"] },
    { properties: { type: { type: "string" }, required: { type: "boolean" }, pattern: { type: "string" } } },
    { $id: "https://example.com/a", properties: { a: { $ref: "#/properties/b" }, b: {} } },
  ])("can be %j", (schema) => expect(problemOfPropsSchema(schema)).toBeNull());

  it.each([
    [{ type: "string" }, "props_schema describes the props"],
    [{ type: "strnig" }, "props_schema has a type that is none of"],
    [{ properties: { a: { type: "text" } } }, "props_schema.properties.a has a type"],
    [{ properties: { a: { type: "string", required: true } } }, "props_schema.properties.a has a required"],
    [{ properties: ["a"] }, "props_schema has properties that are not an object"],
    [{ properties: { a: "string" } }, "props_schema.properties.a is not a schema"],
    [{ properties: { a: { enum: "b" } } }, "props_schema.properties.a has an enum"],
    [{ properties: { a: { pattern: "(" } } }, "props_schema.properties.a has a pattern"],
    [{ patternProperties: { "[": {} } }, "props_schema has a pattern"],
    [{ properties: { a: { $ref: "#/nowhere" } } }, '"#/nowhere", which is not in it'],
    [{ properties: { a: { $ref: "https://example.com/b.json" } } }, "which is not in it"],
    [{ allOf: [{ anyOf: [{ type: 1 }] }] }, "props_schema.allOf[0].anyOf[0] has a type"],
  ])("cannot be %j", (schema, problem) => expect(problemOfPropsSchema(schema)).toContain(problem));
});
