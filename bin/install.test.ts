import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installCommand } from "./install.mjs";

let root: string;
const server = {
  "node_modules/a": { version: "1.0.0" },
  "node_modules/b": { version: "1.0.0", optional: true },
};
const tests = { "node_modules/t": { version: "1.0.0", dev: true } };
const write = (path: string, packages: object) =>
  writeFileSync(join(root, path), JSON.stringify({ packages }));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "easel-install-"));
  mkdirSync(join(root, "node_modules"));
  write("package-lock.json", { "": {}, ...server, ...tests });
});

afterEach(() => rmSync(root, { recursive: true }));

const commands = () => [false, true].map((dev) => installCommand(root, dev)?.join(" "));

test.each([
  ["nothing", null, ["ci --omit=dev", "ci --include=dev"]],
  ["the server's packages", server, [undefined, "install --no-save --include=dev"]],
  ["no optional package", { "node_modules/a": { version: "1.0.0" }, ...tests }, [undefined, undefined]],
  ["everything", { ...server, ...tests }, [undefined, undefined]],
  ["other versions", { "node_modules/a": { version: "0.9.0" } }, ["ci --omit=dev", "ci --include=dev"]],
  [
    "other versions and the packages for tests",
    { "node_modules/a": { version: "0.9.0" }, ...tests },
    ["ci --include=dev", "ci --include=dev"],
  ],
])("with %s installed, npm installs what is missing", (_, installed, expected) => {
  if (installed) write("node_modules/.package-lock.json", installed);
  expect(commands()).toEqual(expected);
});
