import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { AgentDatabase, databaseOf, newProcesses } from "./databases";
import { folderOf } from "./folder";
import { execute, SQL_LIMITS } from "./index";
import type { RunRequest } from "./protocol";
import { lab } from "./testing/lab";

/** Kills that have to interrupt a write. */
const HITS = 2;

vi.setConfig({ testTimeout: 60_000 });

let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab();
  await db.run("CREATE TABLE pairs (n)");
});
afterAll(() => db.close());

const endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";

/** The next row. A retry of the test uses other rows. */
let next = 0;

test("kill -9 during writes loses no acknowledged row and leaves no partial transaction", async () => {
  const acknowledged: number[] = [];
  const write = async () => {
    const n = next++;
    await db.run(`INSERT INTO pairs VALUES (${n}); INSERT INTO pairs VALUES (${n})`);
    acknowledged.push(n);
  };
  for (let hits = 0; hits < HITS; ) {
    await write();
    const { pid } = databaseOf(db.agentId);
    if (!pid) throw new Error("There is no process");
    let isKilled = false;
    const writeOn = async () => {
      while (!isKilled) await write();
    };
    const writing = Promise.allSettled([writeOn(), writeOn(), writeOn()]);
    await new Promise((done) => setTimeout(done, Math.random() * 15));
    process.kill(pid, "SIGKILL");
    isKilled = true;
    if ((await writing).some(({ status }) => status === "rejected")) hits++;
  }
  const { rows } = await db.read("SELECT n, count(*) FROM pairs GROUP BY n ORDER BY n");
  expect(rows.filter(([, count]) => count !== 2)).toEqual([]);
  const stored = new Set(rows.map(([n]) => n));
  expect(acknowledged.filter((n) => !stored.has(n))).toEqual([]);
  expect((await db.read("PRAGMA integrity_check")).rows).toEqual([["ok"]]);
});

test("an endless query is stopped after 5 s and delays no other call of the same database", async () => {
  const other = await newAgent();
  const work = async () => {
    await execute({ agentId: other, sql: "SELECT 1" });
    await db.read("SELECT count(*) FROM pairs");
    await db.run("INSERT INTO pairs VALUES (-1); INSERT INTO pairs VALUES (-1)");
  };
  await work();
  const began = performance.now();
  let isRunning = true;
  const runaway = db.refusal(endless).finally(() => {
    isRunning = false;
  });
  const waits: number[] = [];
  while (isRunning) {
    const asked = performance.now();
    await work();
    waits.push(performance.now() - asked);
    await new Promise((done) => setTimeout(done, 10));
  }
  expect(await runaway).toContain("stopped");
  expect(performance.now() - began).toBeGreaterThanOrEqual(SQL_LIMITS.ms);
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)]).toBeLessThan(250);
});

test("writes of two servers on one folder run one after the other", async () => {
  const second = new AgentDatabase(folderOf(db.agentId), newProcesses());
  const write = (sql: string): RunRequest & { op: "run" } => {
    const limits = { maxRows: 1, maxChars: 100, guard: null };
    return { op: "run", statements: [{ sql }], mode: "any", ...limits };
  };
  await db.run("CREATE TABLE shared (who)");
  const both = [db.agentId, "second"].map(async (who) => {
    for (let count = 0; count < 5; count++) {
      const sql = `INSERT INTO shared VALUES ('${who}')`;
      if (who === "second") await second.exclusive((ask) => ask(write(sql)), SQL_LIMITS.ms);
      else await db.run(sql);
    }
  });
  await Promise.all(both);
  expect((await db.read("SELECT count(*), count(DISTINCT who) FROM shared")).rows).toEqual([[10, 2]]);
  // The time during which a call waits for the lock counts towards its time limit.
  await second.exclusive(async (ask) => {
    await ask({ op: "load", table: "shared", columns: ["who"], origins: [] });
    await ask({ op: "rows", rows: [["held"]] });
    await expect(db.run("INSERT INTO shared VALUES ('late')")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("Another server"),
    });
    await ask({ op: "end" });
  }, SQL_LIMITS.ms);
  await second.end();
  expect((await db.read("SELECT count(*) FROM shared")).rows).toEqual([[11]]);
});
