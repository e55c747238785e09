import { expect, test } from "vitest";
import { safeFileName } from "./name";

test.each([
  ["../../x", "x"],
  ["C:\\Users\\me\\boot.ini", "boot.ini"],
  ["a\u202egnp.exe", "agnp.exe"],
  ["line\r\nset-cookie: a=b", "lineset-cookie: a=b"],
  ["a\0b\u0007.txt", "ab.txt"],
  ["a\u{e0061}\u{e0062}b.txt", "ab.txt"],
  ["CON", "_CON"],
  ["nul.tar.gz", "_nul.tar.gz"],
  ["console.txt", "console.txt"],
  [" . hidden . ", "hidden"],
  ["..", "file"],
  ["", "file"],
  ["\ud800.png", "�.png"],
  ["Größe 👩‍🍳.csv", "Größe 👩‍🍳.csv"],
])("safeFileName converts the name %j to %j", (input, expected) => {
  expect(safeFileName(input)).toBe(expected);
});

test("safeFileName shortens a long name without its extension or splitting characters", () => {
  const name = safeFileName(`${"👩‍🍳".repeat(100)}.csv`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
  expect(name).toMatch(/^(👩‍🍳)+\.csv$/u);
});
