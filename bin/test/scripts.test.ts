import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("each path that a script of package.json names leads to files", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const paths = Object.values(scripts).flatMap(
    (script) => script.match(/\b(?:lib|e2e|bin)\/[\w/.-]+/g) ?? [],
  );
  expect(paths).toContain("e2e/bench/main.ts");
  expect(paths.filter((path) => globSync([path, `${path}*`]).length === 0)).toEqual([]);
});
