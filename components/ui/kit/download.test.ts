import { expect, it } from "vitest";
import { fileName } from "./download";

it("fileName derives a file name from a title, without characters that file systems reject", () => {
  expect(fileName("Week 47: sold / left over?")).toBe("Week 47 sold left over");
  expect(fileName("Größen im Überblick")).toBe("Größen im Überblick");
  expect(fileName("  ../../etc/passwd ")).toBe("etc passwd");
  expect(fileName("…".repeat(100))).toHaveLength(60);
  expect(fileName("***")).toBe("easel");
});
