import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { execute, SQL_LIMITS, schema } from "@/lib/data/sqlite";
import { folderOf } from "@/lib/data/sqlite/folder";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { AppError } from "@/lib/shared/errors";
import { CLASSES, type Ending, type Hostile } from "./agent-db/statements";

const GRACE_MS = 5_000;
const MAX_BYTES = 2.2 * SQL_LIMITS.bytes;
const SECRET = "the-secret-of-somebody-else";

let db: Awaited<ReturnType<typeof lab>>;
let secret: string;
beforeAll(async () => {
  db = await lab();
  secret = join(db.folder, "secret.txt");
  await writeFile(secret, SECRET);
});
afterAll(() => db.close());

/** Class with a statement that is stopped at its time limit, which takes seconds of CPU time. */
const STOPPED = "recursion";

/**
 * With ATTACK=all, returns all statements. Otherwise returns all that end by themselves, and one that must be stopped,
 * of one class.
 */
function sample(name: string, all: Hostile[]): Hostile[] {
  if (isWhole) return all;
  const slow = name === STOPPED ? all.find(({ ends }) => ends === "stopped") : undefined;
  return all.filter((one) => one.ends !== "stopped" || one === slow);
}

async function endingOf(agentId: string, sql: string): Promise<{ ending: Ending; message: string }> {
  try {
    return { ending: "idle", message: JSON.stringify(await execute({ agentId, sql })) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    const isLimit = /was stopped|at most 100 MB|can be at most 20 MB/.test(error.message);
    return { ending: isLimit ? "stopped" : "refused", message: error.message };
  }
}

/**
 * Checks that the database folder contains only SQLite's files and the change log, below the size limit, and that no
 * copy was made.
 */
async function assertTidy(agentId: string): Promise<void> {
  const folder = folderOf(agentId);
  const names = await readdir(folder);
  for (const name of names)
    expect(["data.sqlite", "data.sqlite-wal", "data.sqlite-shm", "log", "tmp"]).toContain(name);
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name))));
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  expect((await readdir(db.folder)).toSorted()).toEqual(expect.arrayContaining(["databases", "secret.txt"]));
  expect((await readdir(db.folder)).filter((name) => name.includes("copy"))).toEqual([]);
}

describe.concurrent("hostile SQL of an agent", () => {
  test.for(Object.entries(CLASSES))(
    "%s: the statement stays within limits and changes nothing else",
    { timeout: 240_000 },
    async ([name, statements]) => {
      const agentId = await newAgent();
      await execute({ agentId, sql: "CREATE TABLE kept (n); INSERT INTO kept VALUES (42)" });
      const wrong: string[] = [];
      for (const { sql, ends } of sample(name, statements(secret))) {
        const began = performance.now();
        const { ending, message } = await endingOf(agentId, sql);
        const isLate = performance.now() - began > SQL_LIMITS.ms + GRACE_MS;
        // Accept `stopped` for a statement that must be refused: a limit of SQLite may stop it first.
        const isExpected = ending === ends || (ends === "refused" && ending === "stopped");
        if (!isExpected || isLate)
          wrong.push(
            `${ends}, but ${ending}${isLate ? ", late" : ""}: ${sql.slice(0, 200)}\n${message.slice(0, 300)}`,
          );
        expect(message).not.toContain(SECRET);
        expect(message.includes(db.folder) && !sql.includes(db.folder), `${sql}\n${message}`).toBe(false);
        expect(await execute({ agentId, sql: "SELECT n FROM kept" })).toMatchObject({ rows: [[42]] });
        await assertTidy(agentId);
        const made = (await schema(agentId)).filter(({ name }) => name !== "kept");
        for (const { name, type } of made) await execute({ agentId, sql: `DROP ${type} "${name}"` });
      }
      expect(wrong).toEqual([]);
    },
  );
});

test("there are at least sixty hostile statements in ten classes", () => {
  const all = Object.values(CLASSES).map((statements) => statements(secret).length);
  expect(all.length).toBe(10);
  expect(all.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(60);
});
