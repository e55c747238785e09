import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { findPostmaster } from "./pid-file";
import { query, start } from "./testing/start";

// These tests start real servers on a possibly busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folders: string[] = [];
let starters: ReturnType<typeof start>[] = [];

const emptyFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "easel-launch-"));
  folders.push(folder);
  return folder;
};
/** Data folder shared by tests that do not need a first start. */
const used = emptyFolder();

const begin = (dataDir = used) => {
  const starter = start(dataDir);
  starters.push(starter);
  return starter;
};
const cluster = (dataDir = used) => join(dataDir, "postgres", "data");
const postmaster = (dataDir = used) => findPostmaster(cluster(dataDir));

const end = async (dataDir: string) => {
  const pid = postmaster(dataDir);
  if (pid) process.kill(pid, "SIGKILL");
  await vi.waitUntil(() => postmaster(dataDir) === undefined);
};

afterEach(async () => {
  for (const starter of starters) await starter.kill();
  starters = [];
  for (const folder of folders) await end(folder);
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test("several starters share one server, which the last one stops", async () => {
  const first = begin();
  expect(await first.ready).toMatchObject({ adopted: false, version: "18.4" });
  const second = begin();
  const { url, adopted } = await second.ready;
  expect(adopted).toBe(true);
  await query(url, "CREATE TABLE kept (n int)", "INSERT INTO kept VALUES (1)");
  await first.stop();
  expect(await query(url, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
  await second.stop();
  expect(postmaster()).toBeUndefined();

  const third = begin();
  expect(await query((await third.ready).url, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
  await third.stop();
});

test("only one of several concurrent first starts creates the database", async () => {
  const folder = emptyFolder();
  const three = [begin(folder), begin(folder), begin(folder)];
  const servers = await Promise.all(three.map(({ ready }) => ready));
  expect(servers.filter(({ adopted }) => !adopted)).toHaveLength(1);
  expect(
    three.flatMap(({ lines }) => lines).filter((line) => line === "Creating a new database"),
  ).toHaveLength(1);
  await Promise.all(three.map(({ stop }) => stop()));
  expect(postmaster(folder)).toBeUndefined();
});

test("the server survives the death of its starter and process group, and the next starter adopts it", {
  timeout: 30_000,
}, async () => {
  const first = begin();
  const { url } = await first.ready;
  const pid = postmaster();
  await first.kill();
  const second = begin();
  expect(await second.ready).toMatchObject({ adopted: true });
  await second.killGroup();
  const third = begin();
  expect(await third.ready).toMatchObject({ adopted: true, url });
  expect(postmaster()).toBe(pid);
  await third.stop();
  expect(postmaster()).toBeUndefined();
});

test("a starter restarts a killed server, with every committed row", {
  timeout: 30_000,
}, async () => {
  const { url } = await begin().ready;
  await query(url, "CREATE TABLE many (n int)", "INSERT INTO many SELECT generate_series(1, 1000)");
  process.kill(Number(postmaster()), "SIGKILL");
  await vi.waitUntil(() => postmaster() === undefined);
  await vi.waitUntil(() => postmaster() !== undefined, { timeout: 15_000 });
  const count = () => query(url, "SELECT count(*)::int AS n FROM many").catch(() => undefined);
  expect(await vi.waitUntil(count, { timeout: 15_000 })).toEqual([{ n: 1000 }]);
});

test("a server that was killed with its starter starts again, even if another process has its pid", {
  timeout: 30_000,
}, async () => {
  const first = begin();
  await query((await first.ready).url, "CREATE TABLE late (n int)");
  await first.kill();
  process.kill(Number(postmaster()), "SIGKILL");
  await vi.waitUntil(() => postmaster() === undefined);
  const lockFile = `${process.pid}\n${cluster()}\n1\n5432\n\n\n0 0\nready\n`;
  writeFileSync(join(cluster(), "postmaster.pid"), lockFile);
  const second = begin();
  const { url, adopted } = await second.ready;
  expect(adopted).toBe(false);
  await query(url, "SELECT * FROM late");
  await second.stop();
});

/** Runs only in `npm run chaos`, because it starts nine clusters in turn. */
test("a first start succeeds after earlier first starts were killed at any moment", {
  timeout: 60_000,
  skip: process.env.CHAOS_ROUNDS === undefined,
}, async () => {
  const folder = emptyFolder();
  for (const killAfterMs of [100, 200, 300, 450, 600, 800, 1000, 1300]) {
    const victim = begin(folder);
    await sleep(killAfterMs);
    await victim.killGroup();
  }
  const { url } = await begin(folder).ready;
  await query(url, "CREATE TABLE whole (n int)");
  const left = readdirSync(join(folder, "postgres")).filter((name) => /^(data|native)/.test(name));
  expect(left.sort()).toEqual(["data", "native-18.4.0-beta.17"]);
});
