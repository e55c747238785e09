import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { databaseOf } from "@/lib/data/sqlite/databases";
import { folderOf } from "@/lib/data/sqlite/folder";
import { execute, loadTable } from "@/lib/data/sqlite/index";
import { copyOfMoment, momentOf } from "@/lib/data/sqlite/moments";
import { putDatabase } from "@/lib/data/sqlite/restore";
import { closeAll } from "@/lib/ground/base/process";
import { resolveAgent } from "@/lib/store/agents/agents";
import { findTool } from "@/lib/tools/toolsets/index";
import { checkedInput } from "@/lib/tools/toolsets/testing/checked-input";
import { median, quantile } from "./client.ts";

const WARM_UP = 200;
const STARTS = 5;
const ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";

/** `[SQL, calls]`. Each write waits for the disk. */
const CALLS: Record<string, [string, number]> = {
  "SELECT 1": ["SELECT 1", 2_000],
  "one row of 10,000 by its key": ["SELECT * FROM bench WHERE id = 5000", 2_000],
  "1,000 rows": ["SELECT * FROM bench LIMIT 1000", 200],
  "INSERT of a row": ["INSERT INTO written VALUES (1, 'x')", 300],
};

const agentId = await resolveAgent();
const found = findTool("db_sql");
if (!found || found.tool.pauses) throw new Error("There is no db_sql");
const { tool } = found;
const ids = { conversationId: "c", messageId: "m", runId: "r", toolCallId: "t", toolName: "db_sql" };

const run = (sql: string, signal = new AbortController().signal) => {
  const context = { ...ids, agentId, signal, log: () => {}, readWeb: () => {}, readStored: () => {} };
  return tool.execute(checkedInput(tool, { sql }), { ...context, origins: () => [] });
};

const figures: Record<string, number> = {};
await run(`CREATE TABLE bench (id INTEGER PRIMARY KEY, day TEXT, amount REAL, note TEXT); CREATE TABLE written (a, b);
  INSERT INTO bench (day, amount, note) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 10000)
  SELECT date('2026-01-01', n || ' days'), n / 7.0, 'note ' || n FROM c`);
for (const [name, [sql, calls]] of Object.entries(CALLS)) {
  for (let call = 0; call < Math.min(WARM_UP, calls); call++) await run(sql);
  const times: number[] = [];
  const began = performance.now();
  for (let call = 0; call < calls; call++) times.push(await timed(() => run(sql)));
  figures[`${name}, p50 ms`] = median(times);
  figures[`${name}, p95 ms`] = quantile(times, 0.95);
  figures[`${name}, calls/s`] = (calls * 1000) / (performance.now() - began);
}
const starts: number[] = [];
for (let start = 0; start < STARTS; start++) {
  await databaseOf(agentId).end();
  starts.push(await timed(() => run("SELECT 1")));
}
figures["the first call of a process, ms"] = median(starts);
const IMPORTED = 100_000;
async function* imported() {
  for (let from = 0; from < IMPORTED; from += 1_000)
    yield Array.from({ length: 1_000 }, (_, at) => [from + at, `row ${from + at}`, at / 7]);
}
await run("CREATE TABLE imported (id INTEGER PRIMARY KEY, name TEXT, amount REAL)");
figures["import of 100,000 rows, ms"] = await timed(() =>
  loadTable({ agentId, table: "imported", columns: ["id", "name", "amount"], rows: imported() }),
);

const CHANGES = 10_000;
const before = await lastChange();
for (let change = 0; change < CHANGES; change++)
  await execute({
    agentId,
    sql: "UPDATE bench SET amount = ? WHERE id = ?",
    params: [change, 1 + (change % 9_000)],
  });
figures["restoring a moment 10,000 changes ago, ms"] = await timed(async () =>
  putDatabase(agentId, await copyOfMoment(agentId, before), { author: "restore", cause: null }),
);
figures["bytes of the change log, for each change"] = logBytes() / CHANGES;
const over = new AbortController();
const endless = run(ENDLESS, over.signal).catch(() => {});
setTimeout(() => over.abort(), 100);
await endless;
figures["a call after one that was stopped, ms"] = await timed(() => run("SELECT 1"));
console.log(`figures ${JSON.stringify(figures)}`);
await closeAll();

async function lastChange(): Promise<number> {
  const moment = await momentOf(agentId, { at: Date.now() });
  if (!moment) throw new Error("There is no change log");
  return moment.now.number;
}

function logBytes(): number {
  const folder = join(folderOf(agentId), "log");
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
