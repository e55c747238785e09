import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { Died } from "@/lib/ground/processes/confined";
import { changesListed } from "./changes";
import { isDamaged, sqlFailureOf } from "./failure";
import { databasesFolder, folderOf } from "./folder";
import { Refused } from "./protocol";
import { lab } from "./testing/lab";

const FULL = 13;
const refused = (code: number, disk: "full" | "readonly" | null) =>
  sqlFailureOf(new Refused({ message: "database or disk is full", code, at: null, disk }));

test("the error message distinguishes a full disk, a read-only folder and a full database", () => {
  expect(refused(FULL, "full")).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("disk"),
  });
  expect(refused(FULL, "full")).not.toMatchObject({ message: expect.stringContaining("100 MB") });
  expect(refused(FULL, null)).toMatchObject({ code: "invalid", message: expect.stringContaining("100 MB") });
  expect(refused(8, "readonly")).toMatchObject({ message: expect.stringContaining("EASEL_DATA_DIR") });
  expect(refused(10, null)).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("The disk failed"),
  });
  expect(sqlFailureOf(new Died("broken", "unable to open", "full"))).toMatchObject({
    message: expect.stringContaining("free disk space"),
  });
});

test("isDamaged recognizes a damaged database by SQLite's error code, not by the text of the message", () => {
  expect(isDamaged(new Died("broken", "file is not a database", "damaged"))).toBe(true);
  expect(isDamaged(new Died("broken", "the address of the library is malformed"))).toBe(false);
});

const mount = (...options: string[]) => execFileSync("mount", options, { stdio: "pipe" });

function canMount(): boolean {
  const place = `/tmp/easel-mount-${process.pid}`;
  mkdirSync(place);
  try {
    mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", place);
    execFileSync("umount", [place]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

describe.skipIf(!canMount())("on a disk of 8 MB", () => {
  let db: Awaited<ReturnType<typeof lab>>;
  let place: string;
  const hog = () => join(place, "hog");
  const fill = () => {
    try {
      for (;;) writeFileSync(hog(), Buffer.alloc(4_096), { flag: "a" });
    } catch {}
  };
  beforeAll(async () => {
    db = await lab();
    place = databasesFolder();
    mkdirSync(place, { recursive: true });
    mount("-t", "tmpfs", "-o", "size=8m", "tmpfs", place);
    await db.run("CREATE TABLE t (n); INSERT INTO t VALUES (1)");
  });
  afterAll(async () => {
    await changesListed(db.agentId);
    await closeAll();
    execFileSync("umount", [place]);
    await db.close();
  });
  const count = async () => (await db.read("SELECT count(*) FROM t")).rows[0]?.[0];
  const outcome = (sql: string) =>
    db.run(sql).then(
      () => "done",
      (error: Error) => error.message,
    );

  test("rejects a write that does not fit the disk, and still reads", async () => {
    const large =
      "INSERT INTO t SELECT zeroblob(1000000) FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9))";
    expect(await outcome(large)).toMatch(/^The database's disk is full, so nothing was changed/);
    fill();
    expect(await outcome(large)).toMatch(/^The database's disk is full/);
    expect(await count()).toBe(1);
    rmSync(hog());
    expect(await outcome("INSERT INTO t VALUES (2)")).toBe("done");
  });

  test("reports that a new database has no space, and creates it once there is space", async () => {
    await closeAll();
    for (const name of readdirSync(folderOf(db.agentId)))
      rmSync(join(folderOf(db.agentId), name), { recursive: true });
    fill();
    expect(await outcome("SELECT 1")).toMatch(/^The database's disk is full/);
    rmSync(hog());
    expect(await outcome("CREATE TABLE t (n)")).toBe("done");
  });

  test("reports a folder that cannot be written", async () => {
    await closeAll();
    mount("-o", "remount,ro", place);
    expect(await outcome("INSERT INTO t VALUES (3)")).toMatch(/cannot be written, so nothing was changed/);
    mount("-o", "remount,rw", place);
    expect(await outcome("INSERT INTO t VALUES (3)")).toBe("done");
  });
});
