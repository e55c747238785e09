import { expect, test } from "vitest";
import { firstArgs, takesNothing } from "./defaults";

test("firstArgs takes initial arguments only from defaults and examples in the schema", () => {
  const properties = { a: { default: 4 }, b: { examples: ["x", "y"] }, c: { type: "string" } };
  expect(firstArgs({ type: "object", properties })).toEqual({ a: 4, b: "x" });
  expect(firstArgs({ examples: [{ a: 1 }] })).toEqual({ a: 1 });
});

test("takesNothing treats a schema without properties as no parameters, unless it has other keywords", () => {
  expect(takesNothing({ type: "object", properties: {}, additionalProperties: false })).toBe(true);
  expect(takesNothing({})).toBe(true);
  expect(takesNothing({ type: "object", anyOf: [] })).toBe(false);
  expect(takesNothing({ properties: { a: {} } })).toBe(false);
});
