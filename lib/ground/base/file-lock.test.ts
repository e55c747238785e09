import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openLock, waitFor } from "./file-lock";

const folder = mkdtempSync(join(tmpdir(), "easel-lock-"));

afterAll(() => rmSync(folder, { recursive: true }));

test("a lock has many shared holders or one exclusive holder", () => {
  const path = join(folder, "shared");
  const [first, second, third] = [openLock(path), openLock(path), openLock(path)];
  expect([first.tryShared(), second.tryShared(), third.tryExclusive()]).toEqual([true, true, false]);
  first.release();
  second.release();
  expect([third.tryExclusive(), first.tryShared(), second.tryExclusive()]).toEqual([true, false, false]);
  third.release();
  expect(first.tryShared()).toBe(true);
  for (const lock of [first, second, third]) lock.close();
});

test("the lock of a killed holder is released and leaves no other file", async () => {
  const path = join(folder, "killed");
  const script = `const { openLock } = await import(${JSON.stringify(join(import.meta.dirname, "file-lock.ts"))});
    openLock(${JSON.stringify(path)}).tryExclusive();
    // Nothing refers to the lock any more, but it is still held.
    await new Promise(setImmediate);
    gc();
    await new Promise(setImmediate);
    console.log("held");
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--expose-gc", "--input-type=module", "-e", script]);
  await once(holder.stdout, "data");
  const lock = openLock(path);
  expect(lock.tryExclusive()).toBe(false);
  holder.kill("SIGKILL");
  expect(await waitFor(lock.tryExclusive, 5_000)).toBe(true);
  lock.close();
  expect(readdirSync(folder).filter((name) => name.startsWith("killed"))).toEqual(["killed"]);
});

test("waitFor gives up at the timeout, and calls onWait once", async () => {
  const path = join(folder, "busy");
  const [first, second] = [openLock(path), openLock(path)];
  first.tryExclusive();
  let callbacks = 0;
  expect(await waitFor(second.tryExclusive, 100, () => callbacks++)).toBe(false);
  expect(callbacks).toBe(1);
  first.close();
  second.close();
});
