import { expect, test } from "vitest";
import { jsonError } from "./json-error";

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test.each([
  ['{"key":"bad","value":1', 22, "unexpected end; expected , or }"],
  ['{"a":tru}', 5, "expected a value"],
  ["{a:1}", 1, "expected a name in double quotes or }"],
  ['{"a":1,}', 7, "expected a name in double quotes"],
  ['{"a":"x\ny"}', 7, "a line break or control character"],
  ['{"a":1}}', 7, "expected the end"],
  ["<x>", 0, "expected a value"],
  ['{"a":"\\q"}', 6, "invalid escape"],
  ['{"a":1 "b":2}', 7, "expected , or }"],
  ['{"a":"abc', 9, "unexpected end inside a string"],
  ["", 0, "unexpected end; expected a value"],
  ["[1,", 3, "unexpected end; expected a value"],
  ["[01]", 1, "expected a value"],
])("jsonError reports the error of %j at position %i", (text, at, why) => {
  expect(isJson(text)).toBe(false);
  expect(jsonError(text)).toEqual({ at, why: expect.stringContaining(why) });
});

test("jsonError returns null for a valid sample, and an error for each of its truncations and typos that does not parse", () => {
  const text = ' { "a" : [ 1, -2.5e+3, true, null, "x\\n\\u00e9", {} , [] ], "b": { "c": false } } ';
  expect(jsonError(text)).toBeNull();
  for (let at = 0; at <= text.length; at++)
    for (const changed of [
      text.slice(0, at),
      ...'{}[],:"\\x1 '.split("").map((one) => text.slice(0, at) + one + text.slice(at + 1)),
    ])
      expect([changed, jsonError(changed) === null]).toEqual([changed, isJson(changed)]);
});

test("jsonError handles a text with a nesting depth of one million", () => {
  expect(jsonError("[".repeat(1_000_000))).toMatchObject({ at: 1_000_000 });
});
