import { expect, test } from "vitest";
import { readTablerIcons } from "./runtime-icons";

test("the file with Tabler's icons has outlined and filled ones by the names of the React package", () => {
  const icons = readTablerIcons(process.cwd());
  expect(Object.keys(icons).length).toBeGreaterThan(6_000);
  expect(Object.keys(icons).every((name) => /^Icon[A-Z0-9]\w*$/.test(name))).toBe(true);
  expect(icons.IconPlus).toEqual([
    ["path", { d: "M12 5l0 14" }],
    ["path", { d: "M5 12l14 0" }],
  ]);
  expect(icons).toHaveProperty("IconStarFilled");
});
