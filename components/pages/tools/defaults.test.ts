import { expect, test } from "vitest";
import { firstArgs, takesNothing } from "./defaults";

test("arguments begin with what the schema gives, and with nothing made up", () => {
  const properties = { a: { default: 4 }, b: { examples: ["x", "y"] }, c: { type: "string" } };
  expect(firstArgs({ type: "object", properties })).toEqual({ a: 4, b: "x" });
  expect(firstArgs({ examples: [{ a: 1 }] })).toEqual({ a: 1 });
});

test("a schema that names nothing takes nothing, unless it says more", () => {
  expect(takesNothing({ type: "object", properties: {}, additionalProperties: false })).toBe(true);
  expect(takesNothing({})).toBe(true);
  expect(takesNothing({ type: "object", anyOf: [] })).toBe(false);
  expect(takesNothing({ properties: { a: {} } })).toBe(false);
});
