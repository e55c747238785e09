import { expect, it } from "vitest";
import { componentCode, componentFile, componentName, newComponent, propsSchema } from "./fields";

const ok = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

it("accepts names that are valid in URLs and filenames", () => {
  for (const name of ["A", "ideaBoard", "x-1_y", "Sales board", "2048", "7 x 7", "a".repeat(64)])
    expect(ok(componentName, name), name).toBe(true);
  for (const name of [
    "",
    " a",
    "a ",
    " ",
    "-a",
    "_a",
    "a\tb",
    "a\u00a0b",
    "a/b",
    "ä",
    "a\n",
    "a.b",
    "a".repeat(65),
    "../a",
    "__proto__",
    1,
    null,
  ])
    expect(ok(componentName, name), String(name)).toBe(false);
});

it("accepts storable code of up to 200,000 characters", () => {
  expect(ok(componentCode, "x".repeat(200_000))).toBe(true);
  for (const code of ["", " \n", "x".repeat(200_001), "a\0b", "a\ud800", 1])
    expect(ok(componentCode, code)).toBe(false);
});

it("accepts a schema that is an object within the size limit", () => {
  expect(ok(propsSchema, { type: "object" })).toBe(true);
  for (const schema of [[], "object", true, { description: "x".repeat(100_000) }])
    expect(ok(propsSchema, schema)).toBe(false);
});

it("accepts an exported file, and rejects unknown fields", () => {
  const fields = { name: "A", description: "d", code: "c", props_schema: null };
  expect(componentFile.parse({ easel: "component", ...fields })).toEqual({ easel: "component", ...fields });
  expect(ok(componentFile, fields)).toBe(false);
  expect(ok(componentFile, { easel: "component", ...fields, version: 3 })).toBe(false);
  expect(ok(newComponent, { ...fields, owner: "me" })).toBe(false);
});
