import { expect, test } from "vitest";
import { hideSecret } from "@/lib/ground/base/redact";
import { recordable } from "./secrets";

test.each([
  [`const apiKey = "abcd-1234-efgh";`, `const apiKey = "[hidden]";`],
  [`{ "password": 'it\\'s mine' }`, `{ "password": '[hidden]' }`],
  [`fetch("https://a.test/x?api_key=zzz111&n=2")`, `fetch("https://a.test/x?api_key=[hidden]&n=2")`],
  ["Authorization: Bearer abcdefghijk", "Authorization: Bearer [hidden]"],
  ["sk-abcdefghijklmnop1234 and AKIAABCDEFGHIJKLMNOP", "[hidden] and [hidden]"],
  ["eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2ln", "[hidden]"],
])("recordable hides the secret in %s", (text, plain) => {
  expect(recordable(text, 1_000)).toBe(plain);
});

test("recordable removes a stored key even where the text is cut", () => {
  hideSecret("very-own-key-4711");
  expect(recordable(`${"x".repeat(95)}very-own-key-4711`, 100)).not.toContain("very");
});

test("recordable keeps code without secrets unchanged", () => {
  const code = "const token = await next(); // ask for a key\nreturn text.split(/key=/);";
  expect(recordable(code, 1_000)).toBe(code);
});

test("recordable replaces lone surrogates and U+0000", () => {
  expect(recordable("a\0b\ud800", 10)).toBe("a\ufffdb\ufffd");
});
