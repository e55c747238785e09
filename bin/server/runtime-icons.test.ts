import { expect, test } from "vitest";
import { readTablerIcons, readTablerPackage } from "./runtime-icons";

test("the file with Tabler's icons has those of the package", () => {
  const icons = readTablerIcons(process.cwd());
  expect(Object.keys(icons).length).toBeGreaterThan(6_000);
  expect(icons).toEqual(readTablerPackage(process.cwd()));
});
