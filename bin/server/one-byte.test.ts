import { expect, test } from "vitest";
import { toAscii } from "./one-byte";

test.each([
  ['"a … b"', "a … b"],
  ["`ü 😀`", "ü 😀"],
  [String.raw`"\…"`, "…"],
  [String.raw`"\\…"`, "\\…"],
  [String.raw`"\\\…"`, "\\…"],
  ["/[“”]/.test('“')", true],
  ["/^[😀-😂]$/u.test('😁')", true],
  [String.raw`/^\–$/.test("–")`, true],
  ["(() => { const größe = 3; /* ä */ return größe; })()", 3],
])("%s evaluates to the same value in ASCII", (script, value) => {
  const ascii = toAscii(script);
  expect(ascii).toMatch(/^[\0-\x7f]*$/);
  // biome-ignore lint/security/noGlobalEval: only running a script shows its value
  expect([globalThis.eval(script), globalThis.eval(ascii)]).toEqual([value, value]);
});
