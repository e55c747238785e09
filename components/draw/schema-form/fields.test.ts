import { describe, expect, it } from "vitest";
import { fieldsOf, readField, type SchemaField, textOf, WHOLE } from "./fields";

const kinds = (properties: Record<string, unknown>) =>
  fieldsOf({ type: "object", properties }).map(({ name, kind }) => `${name}: ${kind}`);

const field = (overrides: Partial<SchemaField>): SchemaField => ({
  name: "a",
  kind: "text",
  hint: undefined,
  isRequired: false,
  choices: [],
  ...overrides,
});

describe("fieldsOf", () => {
  it("returns the schema's fields with their kinds", () => {
    expect(
      kinds({
        title: { type: "string" },
        body: { type: "string", maxLength: 2_000 },
        count: { type: "integer" },
        isOpen: { type: "boolean" },
        size: { enum: ["s", "l"] },
        rows: { type: "array" },
        either: { anyOf: [{ type: "string" }, { type: "number" }] },
        any: true,
      }),
    ).toEqual([
      "title: text",
      "body: long",
      "count: number",
      "isOpen: boolean",
      "size: choice",
      "rows: json",
      "either: json",
      "any: json",
    ]);
  });

  it("resolves references into the schema", () => {
    const schema = { $defs: { size: { enum: [1, 2] } }, properties: { size: { $ref: "#/$defs/size" } } };
    expect(fieldsOf(schema)).toMatchObject([{ kind: "choice", choices: ["1", "2"] }]);
  });

  it("returns one field for everything if the schema names none", () => {
    for (const schema of [null, {}, { properties: {} }, { $ref: "#/$defs/x" }])
      expect(fieldsOf(schema)).toMatchObject([{ name: WHOLE, kind: "json" }]);
  });

  it("converts values to text and back", () => {
    for (const [kind, value] of [
      ["text", "a"],
      ["number", 1.5],
      ["boolean", false],
      ["choice", "s"],
      ["choice", 3],
      ["json", [{ a: 1 }]],
      ["json", null],
    ] as const)
      expect(readField(field({ kind }), textOf(field({ kind }), value)), kind).toEqual({ value });
  });

  it("omits empty fields unless required", () => {
    for (const kind of ["text", "number", "choice", "json", "boolean"] as const)
      expect(readField(field({ kind }), ""), kind).toEqual({});
    expect(readField(field({ isRequired: true }), "")).toEqual({ value: "" });
    for (const kind of ["number", "choice", "json"] as const)
      expect(readField(field({ kind, isRequired: true }), " ")).toHaveProperty("problem");
  });

  it("reports text that cannot be parsed", () => {
    expect(readField(field({ kind: "number" }), "1e")).toEqual({ problem: "Not a number" });
    expect(readField(field({ kind: "json" }), "{a")).toHaveProperty("problem");
  });
});
