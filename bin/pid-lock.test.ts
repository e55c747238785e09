import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { withLock } from "./pid-lock.mjs";

const folder = mkdtempSync(join(tmpdir(), "easel-pid-lock-"));

afterAll(() => rmSync(folder, { recursive: true }));

const hold = (path: string, work: string) =>
  spawn(process.execPath, [
    "--input-type=module",
    "-e",
    `import { withLock } from ${JSON.stringify(join(import.meta.dirname, "pid-lock.mjs"))};
     await withLock(${JSON.stringify(path)}, () => {}, async () => { ${work} });`,
  ]);

test("only one process at a time runs its work", async () => {
  const path = join(folder, "new", "shared.lock");
  const log = join(folder, "log");
  const append = (text: string) => `fs.appendFileSync(${JSON.stringify(log)}, "${text}");`;
  const work = `const fs = await import("node:fs"); ${append("(")} await new Promise((r) => setTimeout(r, 50)); ${append(")")}`;
  await Promise.all([1, 2, 3, 4].map(() => once(hold(path, work), "exit")));
  expect(readFileSync(log, "utf8")).toBe("()()()()");
  expect(existsSync(path)).toBe(false);
});

test("takes over the lock of a killed process, even if its pid is reused", async () => {
  const path = join(folder, "dead.lock");
  const holder = hold(path, 'console.log("held"); setInterval(() => {}, 1000); await new Promise(() => {});');
  await once(holder.stdout, "data");
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(
    await withLock(
      path,
      () => {},
      () => "mine",
    ),
  ).toBe("mine");
  writeFileSync(path, `${process.pid} 1`);
  expect(
    await withLock(
      path,
      () => {},
      () => "mine",
    ),
  ).toBe("mine");
});

test("reports waiting once, and releases the lock after an error", async () => {
  const path = join(folder, "busy.lock");
  let waits = 0;
  const first = withLock(
    path,
    () => {},
    () => sleep(500),
  );
  const second = withLock(
    path,
    () => waits++,
    () => Promise.reject(new Error("no")),
  );
  await Promise.all([first, expect(second).rejects.toThrow("no")]);
  expect(waits).toBe(1);
  expect(existsSync(path)).toBe(false);
});
