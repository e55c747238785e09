import { expect, test } from "vitest";
import { parametersOf } from "./parameters";

test("parametersOf flattens a schema to rows, with nested parameters after their parent", () => {
  const schema = {
    type: "object",
    $defs: { size: { enum: ["s", "l"] } },
    properties: {
      product: { type: "string", description: "What to bake", maxLength: 40 },
      weeks: { type: "integer", minimum: 1, default: 4 },
      size: { $ref: "#/$defs/size" },
      rows: { type: "array", items: { type: "object", properties: { n: { type: ["number", "null"] } } } },
      either: { anyOf: [{ type: "string" }, { type: "number" }, { type: "string" }] },
      any: true,
    },
    required: ["product"],
  };
  expect(
    parametersOf(schema).map(({ path, depth, type, isRequired, about }) => [
      depth,
      path,
      type,
      isRequired,
      about,
    ]),
  ).toEqual([
    [0, "product", "string", true, "What to bake · ≤ 40 characters"],
    [0, "weeks", "integer", false, "≥ 1 · default 4"],
    [0, "size", '"s" or "l"', false, ""],
    [0, "rows", "list of object", false, ""],
    [1, "rows[].n", "number or null", false, ""],
    [0, "either", "string or number", false, ""],
    [0, "any", "any", false, ""],
  ]);
  expect(parametersOf({ type: "object" })).toEqual([]);
});

test("parametersOf limits the depth of a recursive schema", () => {
  const schema = {
    properties: { node: { $ref: "#/$defs/node" } },
    $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
  };
  expect(parametersOf(schema).map(({ path }) => path)).toEqual([
    "node",
    "node.next",
    "node.next.next",
    "node.next.next.next",
  ]);
});
