import { expect, it } from "vitest";
import { fileName } from "./file-name";

it.each([
  ["Plan a weekend in Porto", "Plan a weekend in Porto.html"],
  ["What sold? 3/4: rye", "What sold 3 4 rye.html"],
  ["../../etc/passwd", "etc passwd.html"],
  ["C:\\autoexec.bat", "C autoexec.bat.html"],
  ["a\u202egnp.exe", "a gnp.exe.html"],
  ["con", "Easel con.html"],
  ["nul.txt", "Easel nul.txt.html"],
  ["", "Easel.html"],
  [" … ", "….html"],
  ["Ümläut 東京 🎉", "Ümläut 東京 🎉.html"],
])("fileName converts %j to %j", (title, name) => {
  expect(fileName(title)).toBe(name);
});

it("a long file name is truncated between characters", () => {
  const name = fileName("🎉".repeat(200));
  expect(name.isWellFormed()).toBe(true);
  expect(Array.from(name)).toHaveLength(85);
});
