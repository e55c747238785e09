import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { isOwnDiskFull } from "./own-disk";

const free = vi.hoisted(() => ({ of: {} as Record<string, number> }));
vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  return { ...real, statfsSync: (path: string) => ({ bavail: free.of[path] ?? 0, bsize: 4096 }) };
});

const folder = mkdtempSync(join(tmpdir(), "own-disk-"));
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
  rmSync(folder, { recursive: true, force: true });
});

test("isOwnDiskFull checks the disk on which the embedded database has its files", async () => {
  vi.stubEnv("EASEL_DATA_DIR", folder);
  vi.stubEnv("DATABASE_URL", "postgres://easel@localhost/easel?host=/run/easel");
  free.of = { [folder]: 10, "/elsewhere": 100_000 };
  expect(isOwnDiskFull()).toBe(true);
  writeFileSync(join(folder, "postgres-location"), "/elsewhere\n");
  expect(isOwnDiskFull()).toBe(false);
  free.of = {};
  await closeAll();
  vi.stubEnv("DATABASE_URL", "postgres://easel@db.example/easel");
  expect(isOwnDiskFull()).toBe(false);
});
