import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** Code that renders inside a component's frame, with that frame's styles. */
const FRAME = "components/draw/runtime";

const unstyled = new Set(
  [...readFileSync(join(ROOT, "app/globals.css"), "utf8").matchAll(/@source not "[^"]*\{([^}]+)\}/g)].flatMap(
    ([, names = ""]) => names.split(","),
  ),
);
const importsOf = (path: string) =>
  [
    ...readFileSync(join(ROOT, path), "utf8").matchAll(
      /(?:^(?:import|export|\}).* from|import\()\s*"([^"]+)"/gm,
    ),
  ].map(([, from = ""]) => from);

it("the workspace's stylesheet includes the styles of every primitive that the workspace uses", () => {
  const files = ["app", "components"]
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.startsWith(FRAME));
  const missing = files.flatMap((path) => {
    const [, own] = /^components\/ui\/(.+)\.tsx?$/.exec(path) ?? [];
    if (own && unstyled.has(own)) return [];
    return importsOf(path)
      .map((from) => /(?:\/ui\/|^\.\/)([a-z-]+)$/.exec(from))
      .flatMap((match) => (match && (own || match[0].startsWith("/ui/")) ? (match[1] ?? []) : []))
      .filter((name) => unstyled.has(name))
      .map((name) => `${path} uses ${name}: take it off the @source list of app/globals.css`);
  });
  expect(unstyled.size).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

it("the list of primitives without styles contains only primitives that exist", () => {
  const there = new Set(readdirSync(import.meta.dirname));
  expect([...unstyled].filter((name) => !there.has(`${name}.tsx`))).toEqual([]);
});
