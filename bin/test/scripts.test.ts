import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every path in the scripts of package.json exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const paths = Object.values(scripts).flatMap(
    (script) => script.match(/\b(?:lib|e2e|bin)\/[\w/.-]+/g) ?? [],
  );
  expect(paths).toContain("e2e/bench/main.ts");
  expect(paths.filter((path) => globSync([path, `${path}*`]).length === 0)).toEqual([]);
});

test("every path in CONTRIBUTING.md exists", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const paths = text.match(/(?<=`)(?:app|bin|components|drizzle|e2e|lib)\/[^`\s<>]+(?=`)/g) ?? [];
  expect(paths).toContain("lib/tools/toolsets/define.ts");
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
