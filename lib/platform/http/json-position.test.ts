import { expect, test } from "vitest";
import { cpuMs } from "@/lib/ground/base/testing/cpu";
import { brokenAt } from "./json-position";

test.each([
  ["", 0],
  ["   ", 3],
  ["{", 1],
  ['{"a"', 4],
  ['{"a" 1}', 5],
  ['{"a":}', 5],
  ['{"a":1,}', 7],
  ["{,}", 1],
  ["{a:1}", 1],
  ["[1,]", 3],
  ["[1 2]", 3],
  ["[1}", 2],
  ["]", 0],
  ["{} x", 3],
  ["abc", 0],
  ['"open', 5],
  ['"a\\x"', 2],
  ['"a\\u12G4"', 2],
  ['"tab\there"', 4],
  ["tru", 0],
  ["-", 0],
  ["01", 1],
  ["1.", 1],
  ["NaN", 0],
  ["'a'", 0],
  ["\ufeff{}", 0],
  ["\u00a0{}", 0],
])("brokenAt finds the error in %j at %i", (text, at) => {
  expect(brokenAt(text)).toBe(at);
});

// brokenAt assumes text that JSON.parse rejected, so check that it never returns a position beyond the error.
test("brokenAt agrees with JSON.parse for every truncation and typo of a sample", () => {
  const sample = '{"a": [1, -2.5e+3, true, null, "x\\n\\u00e9\\"", {}], "b": {"c": [], "d": "é"}} ';
  const variants = [...sample].flatMap((_, at) => [
    sample.slice(0, at),
    ...['"', ",", "}", "]", "0", ":", "\\", "\n", "x"].flatMap((slip) => [
      sample.slice(0, at) + slip + sample.slice(at),
      sample.slice(0, at) + slip + sample.slice(at + 1),
    ]),
  ]);
  for (const text of variants) {
    const at = brokenAt(text);
    expect(at === text.length && parses(text), text).toBe(parses(text));
    if (!parses(text)) expect(mendable(text.slice(0, at)), `${text} at ${at}`).toBe(true);
  }
});

test("brokenAt handles deep and long text without recursion, quickly", () => {
  const took = cpuMs(() => {
    expect(brokenAt("[".repeat(1_000_000))).toBe(1_000_000);
    expect(brokenAt(`"${"x".repeat(5_000_000)}`)).toBe(5_000_001);
  });
  expect(took).toBeLessThan(2_000);
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns true if the text before the error can be completed to valid JSON, so the error was not found too
 * late.
 */
function mendable(before: string): boolean {
  const tails = ["", '"', "0", '"":0', ":0", "u0000", '0"', '":0', "null"];
  const opened: string[] = [];
  for (const char of before.replace(/"(\\.|[^"\\])*("|$)/g, "")) {
    if (char === "{" || char === "[") opened.unshift(char === "{" ? "}" : "]");
    if (char === "}" || char === "]") opened.shift();
  }
  const close = opened.join("");
  return tails.some((tail) => parses(before + tail + close));
}
