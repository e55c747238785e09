import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { shareSameChunks } from "./same-chunks";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "easel-chunks-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const chunk = (name: string, module: string) =>
  `module.exports = [\n7, ((context) => ${module}),\n];\n\n//# sourceMappingURL=${name}.map`;

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  shareSameChunks(folder);
}

const require = createRequire(import.meta.url);
const load = (name: string) => require(join(folder, name));

test("chunks that differ only in their own name are loaded once", () => {
  write({
    "chunks/[root-of-the-server]__0a._.js": chunk("[root-of-the-server]__0a._.js", `"${"x".repeat(1_000)}"`),
    "chunks/_0b._.js": chunk("_0b._.js", `"${"x".repeat(1_000)}"`),
  });
  const [id, module] = load("chunks/_0b._.js");
  expect([id, module()]).toEqual([7, "x".repeat(1_000)]);
  expect(load("chunks/[root-of-the-server]__0a._.js")).toBe(load("chunks/_0b._.js"));
  const sizes = ["[root-of-the-server]__0a._.js", "_0b._.js"].map(
    (name) => statSync(join(folder, "chunks", name)).size,
  );
  expect(Math.min(...sizes)).toBeLessThan(100);
});

test("chunks with other code or in another folder, and files that are not chunks, are kept", () => {
  const entry = 'require("./a.js")';
  write({
    "chunks/a.js": chunk("a.js", '"a"'),
    "chunks/b.js": chunk("b.js", '"b"'),
    "chunks/ssr/a.js": chunk("a.js", '"a"'),
    "app/a.js": entry,
    "app/b.js": entry,
    "chunks/a.json": chunk("a.js", '"a"'),
  });
  expect(load("chunks/a.js")[1]()).toBe("a");
  expect(load("chunks/b.js")[1]()).toBe("b");
  expect(load("chunks/ssr/a.js")).not.toBe(load("chunks/a.js"));
  for (const name of ["app/a.js", "app/b.js"]) expect(statSync(join(folder, name)).size).toBe(entry.length);
  expect(statSync(join(folder, "chunks/a.json")).size).toBe(chunk("a.js", '"a"').length);
});

test("does not change anything when run again", () => {
  write({ "a.js": chunk("a.js", '"a"'), "b.js": chunk("b.js", '"a"') });
  write({});
  expect(load("b.js")[1]()).toBe("a");
});
