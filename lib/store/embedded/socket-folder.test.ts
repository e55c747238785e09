import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { socketFolder } from "./socket-folder";

const home = join("/long".repeat(30), "postgres");
let folder: string;
let system: string;

beforeEach(() => {
  system = join("/system", basename(mkdtempSync(join(tmpdir(), "id-"))));
  rmSync(join(tmpdir(), basename(system)), { recursive: true });
  folder = join(tmpdir(), `easel-${basename(system)}`);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("socketFolder uses a short folder with mode 0700 for a long path", () => {
  expect(socketFolder(home, system)).toBe(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("socketFolder rejects a folder that others can enter, and a symlink", () => {
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  expect(() => socketFolder(home, system)).toThrow(/must belong to uid \d+ and be closed to other users/);
  rmSync(folder, { recursive: true });
  const elsewhere = mkdtempSync(join(tmpdir(), "id-"));
  symlinkSync(elsewhere, folder);
  expect(() => socketFolder(home, system)).toThrow(/must belong to uid/);
  rmSync(elsewhere, { recursive: true });
});
