import { expect, test } from "vitest";
import { cpuMs } from "@/lib/ground/base/testing/cpu";
import { tooMuch } from "./json-size";

const look = (text: string, maxValues = 10) => tooMuch(Buffer.from(text), maxValues);
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test.each([
  ["a little", '{"a":[1,2],"b":"x"}'],
  [
    "brackets and commas in a text",
    JSON.stringify([",".repeat(100), "[{".repeat(9_000), '\\",[']).slice(0, -1),
  ],
  ["many adjacent lists", `[${"[],".repeat(8)}[]]`],
  ["an empty text", ""],
  ["a text without an end", '"\\'],
])("tooMuch accepts %s", (_, text) => {
  expect(look(text)).toBeNull();
});

test("tooMuch reports too deep and too many values", () => {
  expect(look(nested(5_001), 10_000)).toBe("deep");
  expect(look(nested(5_000), 10_000)).toBeNull();
  expect(look(`[${"0,".repeat(30)}0]`)).toBe("many");
});

test("tooMuch scans 50 MB quickly", () => {
  const bytes = Buffer.from(`[${'"x,[",'.repeat(8_000_000)}0]`);
  expect(cpuMs(() => expect(tooMuch(bytes, 100_000_000)).toBeNull())).toBeLessThan(2_000);
});
