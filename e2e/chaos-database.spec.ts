import { setTimeout as delay } from "node:timers/promises";
import { databasesOf } from "./attack/sandbox/machine.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import type { EaselServer } from "./server.ts";

/** One round in the normal test run; `npm run chaos` runs more. */
const ROUNDS = process.env.CHAOS_ROUNDS ? 30 : 1;
const AT_ONCE = 4;

test.describe.configure({ mode: "serial" });

const sql = ({ url }: EaselServer, text: string) => call(url, "POST", "/api/database/sql", { sql: text });
let next = 0;

async function writeUntil(easel: EaselServer, end: () => Promise<void>): Promise<number[]> {
  const acknowledged: number[] = [];
  let isOver = false;
  const writers = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) {
      const n = next++;
      const { status } = await sql(easel, `INSERT INTO pairs VALUES (${n}); INSERT INTO pairs VALUES (${n})`);
      if (status === 200) acknowledged.push(n);
    }
  });
  const all = Promise.allSettled(writers);
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(3);
  await delay(Math.random() * 20);
  await end();
  isOver = true;
  await all;
  return acknowledged;
}

async function expectStored(easel: EaselServer, acknowledged: number[]): Promise<void> {
  const values = acknowledged.map((n) => `(${n})`).join(", ");
  const lost = await sql(
    easel,
    `SELECT column1 FROM (VALUES ${values}) WHERE column1 NOT IN (SELECT n FROM pairs)`,
  );
  expect(lost.body.rows).toEqual([]);
  const halves = await sql(easel, "SELECT n FROM pairs GROUP BY n HAVING count(*) <> 2");
  expect(halves.body.rows).toEqual([]);
  expect((await sql(easel, "PRAGMA integrity_check")).body.rows).toEqual([["ok"]]);
}

/**
 * Restores one version and a point in time, and imports an agent file. Returns a check that all of it is
 * still stored.
 */
async function restoreAndImport({ url }: EaselServer, round: number) {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(url, method, path, body);
    expect([path, answer]).toMatchObject([path, { status: 200 }]);
    return answer.body;
  };
  const newest = async (query: string) => (await ask("GET", `/api/history?limit=1&${query}`)).revisions[0];
  await ask("PUT", "/api/prompt", { content: `Before the crash ${round}` });
  const { id } = await newest("kind=system_prompt");
  await ask("PUT", `/api/state/early-${round}`, { value: 1 });
  const { createdAt } = await newest(`kind=state&name=early-${round}`);
  await ask("PUT", "/api/prompt", { content: `After it was changed ${round}` });
  await ask("PUT", `/api/state/late-${round}`, { value: 1 });
  const one = await ask("POST", `/api/history/${id}/restore`);
  const all = await ask("POST", "/api/history/at", { at: createdAt });
  // In later rounds the result may include other revisions, too, such as the one of the restored database.
  expect(all.revisions).toContainEqual(expect.objectContaining({ name: `late-${round}` }));

  const from = (await ask("POST", "/api/agents", { name: `From ${round}` })).id;
  await ask("PUT", `/api/state/seeds?agent=${from}`, { value: ["peas"] });
  const exportOf = async (agent: string) => (await fetch(`${url}/api/export?agent=${agent}`)).text();
  const exported = async (agent: string) =>
    (await exportOf(agent)).replaceAll(/"(createdAt|exportedAt)":"[^"]*"/g, "");
  const to = (await ask("POST", "/api/agents", { name: `To ${round}` })).id;
  await ask("POST", `/api/import?agent=${to}`, JSON.parse(await exportOf(from)));
  const restored = await exported(to);
  expect(restored).toContain("peas");
  return async () => {
    expect((await ask("GET", "/api/prompt")).content).toBe(`Before the crash ${round}`);
    expect(await newest("kind=system_prompt")).toMatchObject({ id: one.id, author: "restore" });
    expect(await ask("GET", `/api/state/late-${round}`)).toEqual({ value: null });
    expect(await exported(to)).toBe(restored);
    for (const agent of [from, to]) await call(url, "DELETE", `/api/agents/${agent}`);
  };
}

for (let round = 1; round <= ROUNDS; round++) {
  test(`restored and imported data survives kill -9 of the server during database writes, round ${round}`, {
    tag: "@long",
  }, async ({ easel }) => {
    const expectRestored = await restoreAndImport(easel, round);
    await sql(easel, "CREATE TABLE IF NOT EXISTS pairs (n)");
    const acknowledged = await writeUntil(easel, () => easel.kill());
    await easel.start();
    await expectStored(easel, acknowledged);
    await expectRestored();
  });

  test(`acknowledged writes survive kill -9 of the database process, round ${round}`, async ({ easel }) => {
    await sql(easel, "CREATE TABLE IF NOT EXISTS pairs (n)");
    const acknowledged = await writeUntil(easel, async () => {
      for (const pid of databasesOf(easel.pid)) process.kill(pid, "SIGKILL");
    });
    await expectStored(easel, acknowledged);
  });
}
