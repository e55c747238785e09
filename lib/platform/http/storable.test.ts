import { expect, test } from "vitest";
import { assertStorable } from "./storable";

const nested = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth));

test.each([
  ["1", 1],
  ["text", "héllo 👩‍👩‍👧 \u0001"],
  ["null", null],
  ["data", { a: [1, "x", { "": null, constructor: 1, prototype: 2 }] }],
  ["200 levels", nested(200)],
])("assertStorable accepts %s", (_, value) => {
  expect(() => assertStorable(value)).not.toThrow();
});

test.each([
  ["a NUL in a text", { a: [{ b: "x\0" }] }, "a[0].b"],
  ["a NUL in a key", { a: { "x\0": 1 } }, "a"],
  ["half a surrogate pair", ["\ud83d"], "[0]"],
  ["a number out of range", JSON.parse('{"n": 1e999}'), "n"],
  ["the key __proto__", JSON.parse('{"a": {"__proto__": {"admin": true}}}'), "a.__proto__"],
  ["an escaped __proto__", JSON.parse('{"\\u005f_proto__": 1}'), "__proto__"],
])("assertStorable rejects %s with its path", (_, value, path) => {
  expect(() => assertStorable(value)).toThrow(
    expect.objectContaining({ code: "invalid", details: [expect.objectContaining({ path })] }),
  );
});

test("assertStorable rejects nesting that would exhaust the stack", () => {
  expect(() => assertStorable(nested(202))).toThrow(/nested deeper than 200/);
  expect(() => assertStorable(nested(1_000_000))).toThrow(/nested deeper than 200/);
});

test("assertStorable rejects more values than can be checked quickly", () => {
  expect(() => assertStorable(Array(199_999).fill(0))).not.toThrow();
  expect(() => assertStorable(Array(200_000).fill(0))).toThrow(/more than 200000 values/);
  expect(() => assertStorable(Array(200).fill(Array(1_000).fill({})))).toThrow(/more than 200000 values/);
});
