import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type * as files from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { installBinaries } from "./binaries";

const copying = vi.hoisted(() => ({ now: 0 }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof files>();
  return {
    ...real,
    async copyFile(...[from, to, mode]: Parameters<typeof real.copyFile>) {
      if (String(from).endsWith("full")) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
      copying.now++;
      // Delays each copy, so that the test detects a cleanup that does not wait for the running copies.
      for (let turn = 0; turn < 500; turn++) await new Promise(setImmediate);
      await real.copyFile(from, to, mode).finally(() => copying.now--);
    },
  };
});

const folder = mkdtempSync(join(tmpdir(), "easel-binaries-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("installBinaries rejects with ENOSPC and removes the copy if the disk is full", async () => {
  const [native, dir] = [join(folder, "package", "native"), join(folder, "postgres")];
  for (const path of [join(native, "bin"), dir]) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, "package", "package.json"), '{"version":"18"}');
  for (const name of ["initdb", "full", "postgres"]) writeFileSync(join(native, "bin", name), name);
  const home = { dir, data: join(dir, "data"), log: join(dir, "log"), socketDir: dir };
  await expect(installBinaries(native, home)).rejects.toMatchObject({ code: "ENOSPC" });
  expect([copying.now, readdirSync(dir)]).toEqual([0, []]);
});
