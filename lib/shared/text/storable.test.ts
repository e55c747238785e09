import { expect, test } from "vitest";
import { toStorable, toStorableJson } from "./storable";

test.each([
  ["a\0b", "a\ufffdb"],
  ["x\ud83d", "x\ufffd"],
  ["\ude00\ud83d", "\ufffd\ufffd"],
  ["\u{1f600} \\u0000", "\u{1f600} \\u0000"],
])("toStorable(%j) returns %j", (input, wanted) => {
  expect(toStorable(input)).toBe(wanted);
});

test.each([
  ["U+0000 in a value and a key", { "k\0": ["\0", "\0\0"] }, { "k\ufffd": ["\ufffd", "\ufffd\ufffd"] }],
  ["lone surrogates", ["\ud83d", "a\ude00b"], ["\ufffd", "a\ufffdb"]],
  ["a surrogate pair", ["\u{1f600}"], ["\u{1f600}"]],
  ["the characters of an escape", ["\\u0000", "\\\\ud83d"], ["\\u0000", "\\\\ud83d"]],
  ["U+0000 after a backslash", ["\\\0", "\\\\\0"], ["\\\ufffd", "\\\\\ufffd"]],
])("toStorableJson of %s parses as the value with U+FFFD", (_, input, wanted) => {
  expect(JSON.parse(toStorableJson(JSON.stringify(input)))).toEqual(wanted);
});

test("toStorableJson keeps a surrogate pair that is written as two escapes", () => {
  expect(toStorableJson('["\\ud83d\\ude00", "\\uD83D", "\\u00e9"]')).toBe(
    '["\\ud83d\\ude00", "\ufffd", "\\u00e9"]',
  );
});
