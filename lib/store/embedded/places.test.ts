import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeDataFolder } from "./testing/remove";
import { query, start } from "./testing/start";

// These tests start real servers on a possibly busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const isRoot = process.getuid?.() === 0;
const plain = { uid: 65534, gid: 65534 };
/** Whether user 65534 can run Node, which is not possible if a parent folder of the checkout is closed. */
const canRunAsPlain = isRoot && spawnSync(process.execPath, ["--version"], plain).status === 0;

let folder: string;
let started: ReturnType<typeof start>[];

const begin = (...args: Parameters<typeof start>) => {
  const starter = start(...args);
  started.push(starter);
  return starter;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "easel-places-"));
  chmodSync(folder, 0o755);
  started = [];
});

afterEach(async () => {
  for (const starter of started) await Promise.race([starter.stop(), sleep(10_000).then(starter.kill)]);
  rmSync(folder, { recursive: true });
});

test.runIf(isRoot)(
  "a start as root runs the server as the user nobody, and opens only the data folder to this user",
  async () => {
    const dataDir = join(folder, "data folder, ours: 100%");
    const { url, socketDir } = await begin(dataDir).ready;
    const [row] = await query(url, "SELECT current_setting('data_directory') AS dir");
    expect(statSync(String(row?.dir))).toMatchObject({ uid: 65534, mode: 0o40700 });
    expect(statSync(socketDir)).toMatchObject({ uid: 65534, mode: 0o40700 });
    expect(statSync(dataDir).mode & 0o777).toBe(0o711);
  },
);

test.runIf(isRoot)(
  "a start as root moves the server's files out of a parent folder that nobody can enter, and later starts find them",
  async () => {
    const closed = join(folder, "home");
    mkdirSync(closed, { mode: 0o700 });
    const first = begin(join(closed, ".easel"));
    const { url } = await first.ready;
    const place = readFileSync(join(closed, ".easel", "postgres-location"), "utf8").trim();
    try {
      expect(place).toMatch(/^\/var\/lib\/easel\/[0-9a-f]{16}$/);
      expect(first.lines.join()).toContain(place);
      await query(url, "CREATE TABLE kept (n int)");
      await first.stop();
      chmodSync(closed, 0o755);
      const second = begin(join(closed, ".easel"));
      await query((await second.ready).url, "SELECT * FROM kept");
      await second.stop();
    } finally {
      removeDataFolder(join(closed, ".easel"));
    }
  },
);

test.runIf(canRunAsPlain)("another user starts a server, which root can start later too", async () => {
  chownSync(folder, plain.uid, plain.gid);
  const dataDir = join(folder, "easel");
  const first = begin(dataDir, plain);
  await query((await first.ready).url, "CREATE TABLE kept (n int)");
  expect(statSync(dataDir)).toMatchObject({ uid: plain.uid, mode: 0o40700 });
  await first.stop();
  const second = begin(dataDir);
  expect(await second.ready).toMatchObject({ adopted: false });
  const third = begin(dataDir, plain);
  expect(await third.ready).toMatchObject({ adopted: true });
  await query((await third.ready).url, "SELECT * FROM kept");
});

test.runIf(canRunAsPlain)(
  "a failed start explains to another user that the folder is not accessible",
  async () => {
    await expect(begin(join(folder, "easel"), plain).ready).rejects.toThrow(
      /cannot use .*: permission was denied .* EASEL_DATA_DIR, or set DATABASE_URL/,
    );
  },
);

test("a failed start explains that the data folder is a file instead of a folder", async () => {
  const file = join(folder, "easel");
  writeFileSync(file, "");
  await expect(begin(file).ready).rejects.toThrow(
    /cannot use .*: a part of the path is a file, not a folder/,
  );
});

test.runIf(process.platform === "linux")(
  "a failed start explains that no folder can be created at a place",
  async () => {
    await expect(begin("/proc/easel").ready).rejects.toThrow(
      /cannot use \/proc\/easel: no folder can be created there/,
    );
  },
);

test("a start uses a short private socket folder for a long path", async () => {
  const { url, socketDir } = await begin(join(folder, "long".repeat(30))).ready;
  expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  expect(socketDir.startsWith(folder)).toBe(false);
  expect(statSync(socketDir).mode & 0o077).toBe(0);
  await started[0]?.stop();
  rmSync(isRoot ? join(socketDir, "..") : socketDir, { recursive: true });
});
