import { expect, test } from "vitest";
import { misfit } from "./fit";
import { repairSchema } from "./repair";
import { problemOfSchema } from "./schema";
import { schemaForModels, withRealNames } from "./schema-for-models";

const SUBJECT = { schema: "inputSchema", value: "arguments" };
const object = (properties: unknown, rest: object = {}) => ({ type: "object", properties, ...rest });

/** The rules of all providers combined, for a schema of arguments. */
function refusedBy(schema: Record<string, unknown>): string[] {
  const found: string[] = [];
  if (schema.type !== "object") found.push("OpenAI: the top is an object");
  for (const key of ["anyOf", "oneOf", "allOf", "not", "enum", "const", "if"])
    if (key in schema) found.push(`OpenAI, Anthropic: ${key} at the top`);
  const look = (node: unknown, level: number): void => {
    if (typeof node !== "object" || node === null || Array.isArray(node))
      return void found.push("not a schema");
    const it = node as Record<string, unknown>;
    if (level > 16) found.push("Gemini: nested too deep");
    if (Array.isArray(it.enum) && it.enum.length === 0) found.push("Gemini, OpenAI: empty enum");
    for (const key of ["exclusiveMinimum", "exclusiveMaximum", "minimum", "maximum"])
      if (key in it && typeof it[key] !== "number") found.push(`2020-12: ${key}`);
    for (const key of ["$ref", "$dynamicRef", "$defs", "definitions", "nullable", "prefixItems", "id"])
      if (key in it) found.push(`a provider refuses ${key}`);
    if ("pattern" in it) new RegExp(String(it.pattern), "u");
    for (const key of ["title", "description", "format"])
      if (key in it && typeof it[key] !== "string") found.push(`2020-12: ${key}`);
    if ([it.type ?? []].flat().includes("array") && !("items" in it))
      found.push("OpenAI: array without items");
    if (Array.isArray(it.items)) found.push("2020-12: items is a list");
    if ("required" in it && !Array.isArray(it.required)) found.push("2020-12: required");
    const properties = it.properties ?? {};
    if (Array.isArray(properties)) found.push("2020-12: properties");
    for (const name of (it.required ?? []) as string[])
      if (!(name in (properties as object))) found.push("Gemini: required without property");
    for (const [name, one] of Object.entries(properties as object)) {
      if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) found.push(`Anthropic: name ${name}`);
      look(one, level + 1);
    }
    if ("items" in it && !Array.isArray(it.items)) look(it.items, level + 1);
    for (const key of ["anyOf", "oneOf", "allOf"])
      for (const one of (it[key] ?? []) as unknown[]) look(one, level + 1);
  };
  look(schema, 0);
  return found;
}

const deep = (levels: number): object =>
  levels === 0 ? { type: "string" } : object({ a: deep(levels - 1) });

const ODD: Record<string, unknown> = {
  "no schema": undefined,
  null: null,
  "a list": [],
  true: true,
  "no type": { properties: { a: { type: "string" } } },
  "a type list at the top": { type: ["object", "null"], properties: {} },
  "draft 4 bounds": object({ p: { type: "integer", minimum: 0, exclusiveMinimum: true } }),
  "draft 4 bounds that are off": object({ p: { type: "integer", maximum: 9, exclusiveMaximum: false } }),
  "an exclusive bound without a bound": object({ p: { type: "integer", exclusiveMinimum: true } }),
  "a stated draft 4": {
    $schema: "http://json-schema.org/draft-04/schema#",
    id: "http://x.test/a",
    ...object({ p: { type: "integer", minimum: 0, exclusiveMinimum: true } }),
  },
  "an empty enum": object({ e: { type: "string", enum: [] } }),
  "an enum in an array": object({ e: { type: "array", items: { enum: [] } } }),
  "an enum that is a string": object({ e: { enum: "a" } }),
  "an enum with doubles": object({ e: { enum: ["a", "a", null] } }),
  "an enum that is null": object({ e: { type: "string", enum: null } }),
  "properties as a list": object([]),
  "properties that are null": object(null),
  "a nested properties list": object({ a: object([]) }),
  "required null": object({ a: { type: "string" } }, { required: null }),
  "required true at a property": object({ a: { type: "string", required: true } }),
  "required with invalid names": object({ a: {} }, { required: ["a", 1, null, "a"] }),
  "required without its property": object({}, { required: ["ghost"] }),
  "a property that is null": object({ a: null }),
  "a property that is true": object({ a: true }),
  "a property that is a type": object({ a: "string" }),
  "a property that is a list": object({ a: [] }),
  "types of Python": object({
    a: { type: "str" },
    b: { type: "dict" },
    c: { type: "list" },
    d: { type: "any" },
  }),
  "types in capitals": object({ a: { type: "STRING" } }),
  "a type list with doubles": object({ a: { type: ["string", "string", "null"] } }),
  "an empty type list": object({ a: { type: [] } }),
  "a nullable array without items": object({ a: { type: ["array", "null"] } }),
  "nullable of OpenAPI": object({ a: { type: "string", nullable: true, enum: ["x"] } }),
  "a tuple of draft 7": object({ a: { type: "array", items: [{ type: "string" }, { type: "number" }] } }),
  "a tuple of 2020-12": object({ a: { type: "array", prefixItems: [{ type: "string" }] } }),
  "an empty items list": object({ a: { type: "array", items: [] } }),
  "an empty anyOf": object({ a: { anyOf: [] } }),
  "an anyOf that is an object": object({ a: { anyOf: { type: "string" } } }),
  "anyOf at the top": { anyOf: [object({ a: { type: "string" } }), object({ b: { type: "string" } })] },
  "allOf at the top": { allOf: [object({ a: { type: "string" } }, { required: ["a"] })] },
  "a pattern of Python": object({ p: { type: "string", pattern: "(?i)^a\\Z" } }),
  "a pattern with lookahead": object({ p: { type: "string", pattern: "^(?=a)b$" } }),
  "a pattern that is not a string": object({ p: { pattern: 7 } }),
  "pattern properties of Perl": object(
    {},
    { patternProperties: { "(?x) a": {} }, additionalProperties: false },
  ),
  "a format that is null": object({ a: { type: "string", format: null } }),
  "a description that is a list": object({ a: { description: ["a"] } }),
  "a title that is null": object({ a: { title: null } }),
  "a default that does not fit": object({ a: { type: "string", default: null } }),
  "examples that are a string": object({ a: { examples: "a" } }),
  "bounds as strings": object({ a: { type: "number", minimum: "0", maxLength: "5", minItems: "many" } }),
  "a lost reference": object({ a: { $ref: "#/definitions/gone" } }),
  references: {
    ...object({ a: { $ref: "#/$defs/A" } }),
    $defs: { A: object({ again: { $ref: "#/$defs/A" } }) },
  },
  "old definitions": {
    ...object({ a: { $ref: "#/definitions/A" } }),
    definitions: { A: { type: "string" } },
  },
  "20 levels": deep(20),
  "odd names of arguments": object(
    { "user name": { type: "string" }, $filter: {}, "": {} },
    { required: ["$filter"] },
  ),
  "odd names of nested properties": object({ a: object({ "a b": {} }) }),
  "a name that is too long": object({ ["n".repeat(100)]: {} }),
  "additionalProperties as a string": object({}, { additionalProperties: "false" }),
  "additionalProperties null": object({}, { additionalProperties: null }),
  __proto__: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
};

test.each(Object.entries(ODD))(
  "repairSchema repairs a schema with %s so that every provider accepts it",
  (_, source) => {
    const before = JSON.stringify(source);
    const { schema } = repairSchema(source);
    expect(problemOfSchema(schema, SUBJECT)).toBeNull();
    expect(refusedBy(schemaForModels(schema).schema)).toEqual([]);
    expect(JSON.stringify(source)).toBe(before);
  },
);

test("repairSchema keeps the meaning and notes each repair", () => {
  const { schema, notes } = repairSchema(ODD["draft 4 bounds"]);
  expect(misfit(schema, { p: 0 }, SUBJECT)?.message).toBeDefined();
  expect(misfit(schema, { p: 1 }, SUBJECT)).toBeNull();
  expect(notes).toEqual(["properties.p.exclusiveMinimum was true, as in draft 4"]);
  expect(repairSchema(ODD["required true at a property"]).schema.required).toEqual(["a"]);
  expect(repairSchema(ODD["a pattern of Python"]).schema.properties).toMatchObject({
    p: { description: "Pattern: (?i)^a\\Z" },
  });
  expect(repairSchema(object({ a: { type: "string", minLength: 1 } }, { required: ["a"] })).notes).toEqual(
    [],
  );
});

test("withRealNames restores the real names of arguments whose names providers reject", () => {
  const { schema, names } = schemaForModels(repairSchema(ODD["odd names of arguments"]).schema);
  expect(Object.keys(schema.properties as object)).toEqual(["user_name", "_filter", "_"]);
  expect(schema.required).toEqual(["_filter"]);
  expect(withRealNames(names, { user_name: "a", _filter: "b", $filter: "c" })).toEqual({
    "user name": "a",
    $filter: "c",
  });
});

test("problemOfSchema reports unknown types and lists of properties", () => {
  for (const source of [
    object({ x: { type: 7 } }),
    object({ x: { type: "potato" } }),
    object([{ name: "a" }]),
  ])
    expect(problemOfSchema(repairSchema(source).schema, SUBJECT)).not.toBeNull();
});
