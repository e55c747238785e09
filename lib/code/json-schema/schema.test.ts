import { describe, expect, test } from "vitest";
import { withDefaults } from "./defaults";
import { misfit } from "./fit";
import { withoutRefs } from "./inline";
import { problemOfSchema } from "./schema";
import { ARGS } from "./subject";

const args = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

describe("a parameter_schema", () => {
  test.each([
    args({}),
    args({ a: { type: ["string", "null"], format: "date" } }, { required: ["a"] }),
    args({ a: { type: "array", items: [{ type: "string" }], additionalItems: false } }),
    args({ a: { $ref: "#/definitions/b" } }, { definitions: { b: { enum: [1] } } }),
    args({ a: { $ref: "#b" } }, { $defs: { b: { $anchor: "b", type: "string" } } }),
    args({ a: { dependencies: { b: ["c"] } } }, { $schema: "http://json-schema.org/draft-07/schema#" }),
    args({ tree: { $ref: "#/$defs/node" } }, { $defs: { node: args({ next: { $ref: "#/$defs/node" } }) } }),
  ])("can be %j", (schema) => expect(problemOfSchema(schema, ARGS)).toBeNull());

  test.each([
    [{}, 'parameter_schema needs "type": "object" at its top'],
    [{ type: "array" }, "parameter_schema describes the args, so its type is object"],
    [{ type: ["object", "null"] }, 'parameter_schema needs "type": "object" at its top'],
    [args({}, { anyOf: [{}] }), "parameter_schema has anyOf at its top"],
    [args({ "my arg": {} }), 'parameter_schema has a property "my arg"'],
    [args({ a: args({ ключ: {} }) }), 'parameter_schema.properties.a has a property "ключ"'],
    [args({ a: { type: "text" } }), "parameter_schema.properties.a has a type that is none of object, array"],
    [args({ a: { type: [] } }), "parameter_schema.properties.a has a type"],
    [args({ a: { minLength: "1" } }), "parameter_schema.properties.a has a minLength that is not a count"],
    [args({ a: { maximum: "9" } }), "parameter_schema.properties.a has a maximum that is not a number"],
    [args({ a: { multipleOf: 0 } }), "parameter_schema.properties.a has a multipleOf"],
    [args({ a: { anyOf: {} } }), "parameter_schema.properties.a has an anyOf that is not a list of schemas"],
    [args({ a: { anyOf: [1] } }), "parameter_schema.properties.a.anyOf[0] is not a schema"],
    [args({ a: { items: "string" } }), "parameter_schema.properties.a.items is not a schema"],
    [args({ a: { description: 1 } }), "parameter_schema.properties.a has a description that is not a string"],
    [
      args({ a: { $dynamicRef: "#a" } }),
      "parameter_schema.properties.a has a $dynamicRef, which models do not accept",
    ],
    [args({ a: { $ref: 1 } }), "parameter_schema.properties.a has a $ref that is not a string"],
    [args({ a: { $ref: "#/$defs/none" } }), 'refers to "#/$defs/none", which is not in it'],
    [args({ a: { $ref: "https://example.com/b" } }), 'refers to "https://example.com/b", which is not in it'],
    [args({ a: { $ref: "file:///etc/passwd" } }), "which is not in it"],
    [args({}, { required: "a" }), "parameter_schema has a required that is not a list of names"],
  ])("cannot be %j", (schema, problem) => expect(problemOfSchema(schema, ARGS)).toContain(problem));

  test("is rejected if inlining its references makes it too large", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [
        `d${n}`,
        args({ a: { $ref: `#/$defs/d${n + 1}` }, b: { $ref: `#/$defs/d${n + 1}` } }),
      ]),
    );
    const schema = args({ a: { $ref: "#/$defs/d0" } }, { $defs: { ...$defs, d12: {} } });
    expect(problemOfSchema(schema, ARGS)).toContain("becomes too large");
  });
});

describe("a schema for models", () => {
  test("inlines references with their siblings", () => {
    const schema = args(
      { a: { $ref: "#/$defs/size", description: "The size" }, b: { $ref: "#/$defs/size", minimum: 3 } },
      { $schema: "https://json-schema.org/draft/2020-12/schema", $defs: { size: { type: "integer" } } },
    );
    expect(withoutRefs(schema)).toEqual(
      args({
        a: { type: "integer", description: "The size" },
        b: { type: "integer", allOf: [{ minimum: 3 }] },
      }),
    );
    expect(JSON.stringify(schema)).toContain("$ref");
  });

  test("inlines a recursive schema once", () => {
    const node = args({ children: { type: "array", items: { $ref: "#/$defs/node" } } });
    const written = withoutRefs(args({ tree: { $ref: "#/$defs/node" } }, { $defs: { node } }));
    const again = { type: "object", description: "Recursive: node" };
    expect(written).toEqual(args({ tree: args({ children: { type: "array", items: again } }) }));
  });

  test("converts schemas that providers reject to equivalent ones", () => {
    expect(
      withoutRefs(args({ a: true, b: { type: "array" }, c: { type: "array", items: [{ const: 1 }, {}] } })),
    ).toEqual(
      args({
        a: {},
        b: { type: "array", items: {} },
        c: { type: "array", items: { anyOf: [{ const: 1 }, {}] } },
      }),
    );
  });

  test("allows properties named like keywords, and any values", () => {
    const schema = args({
      $ref: { type: "string" },
      id: { enum: [{ $ref: "#/x" }] },
      $defs: { default: { $id: 1 } },
    });
    expect(withoutRefs(schema)).toEqual(schema);
  });
});

describe("arguments", () => {
  test("report violations with their path", () => {
    const schema = args({ a: { type: "array", items: { type: "number" } } }, { additionalProperties: false });
    expect(misfit(schema, { a: [1] }, ARGS)).toBeNull();
    expect(misfit(schema, { a: [1, "x"], b: 2 }, ARGS)?.message.split("\n")).toEqual([
      'args.a[1]: Instance type "string" is invalid. Expected "number".',
      "args.b: No value is allowed here. Leave it out.",
    ]);
  });

  test("are checked by the draft that the schema names", () => {
    const beside = args(
      { a: { $ref: "#/definitions/b", maximum: 1 } },
      { definitions: { b: { type: "integer" } } },
    );
    const old = { ...beside, $schema: "http://json-schema.org/draft-07/schema#" };
    expect(misfit(beside, { a: 2 }, ARGS)?.message).toContain("args.a");
    expect(misfit(old, { a: 2 }, ARGS)).toBeNull();
  });

  test("get the defaults of missing properties", () => {
    const schema = args({ a: { default: [1] }, b: { default: 2 }, c: {} });
    expect(withDefaults(schema, { b: null })).toEqual({ a: [1], b: null });
    expect(withDefaults(schema, "no object")).toBe("no object");
  });
});
