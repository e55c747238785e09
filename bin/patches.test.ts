import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyPatch, parsePatch, reversePatch } from "diff";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyPatches } from "./patches.mjs";

const ROOT = join(import.meta.dirname, "..");
const NAME = "postgres+3.4.9.patch";
const changes = parsePatch(readFileSync(join(ROOT, "patches", NAME), "utf8"));
const pathOf = ({ newFileName = "" }) => newFileName.replace(/^b\//, "");

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "easel-patches-"));
  for (const folder of ["patches", "node_modules/postgres"])
    cpSync(join(ROOT, folder), join(root, folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));
const read = (path: string) => readFileSync(join(root, path), "utf8");

test("the installed driver has every change of the patch", () => {
  expect(changes.length).toBeGreaterThan(1);
  for (const change of changes)
    expect(applyPatch(read(pathOf(change)), reversePatch(change))).not.toBe(false);
});

test("applies the patch once to the published files", () => {
  const patched = changes.map((change) => read(pathOf(change)));
  for (const change of changes) {
    const published = applyPatch(read(pathOf(change)), reversePatch(change));
    writeFileSync(join(root, pathOf(change)), published || "");
  }
  for (let round = 0; round < 2; round++) {
    applyPatches(root);
    expect(changes.map((change) => read(pathOf(change)))).toEqual(patched);
  }
});

test("throws an error that names the patch if the package does not fit or is missing", () => {
  writeFileSync(join(root, "node_modules/postgres/src/index.js"), "export default () => {};\n");
  expect(() => applyPatches(root)).toThrow(`patches/${NAME} does not fit`);
  rmSync(join(root, "node_modules/postgres/src"), { recursive: true });
  expect(() => applyPatches(root)).toThrow("is not installed");
});
