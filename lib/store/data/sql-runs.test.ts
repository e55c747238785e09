import { afterAll, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { addRun, clearRuns, listRuns } from "./sql-runs";

const database = await testDatabase();
afterAll(() => database.drop());

test("addRun keeps the newest 200 statements, and listRuns returns them in pages", async () => {
  const agentId = await resolveAgent();
  await sql()`
    insert into sql_runs (agent_id, sql, params, ms, created_at)
    select ${agentId}, 'SELECT ' || n, '[]', 1, now() - n * interval '1 second' from generate_series(1, 230) n`;
  await addRun(agentId, { sql: "SELECT ?", params: [{ $blob: "AA==" }], count: 1, error: null, ms: 2 });
  const seen: string[] = [];
  let page = await listRuns(agentId, { limit: 50 });
  expect(page.runs[0]).toMatchObject({
    sql: "SELECT ?",
    params: [{ $blob: "AA==" }],
    count: 1,
    error: null,
    ms: 2,
  });
  for (
    seen.push(...page.runs.map((run) => run.sql));
    page.nextCursor;
    seen.push(...page.runs.map((run) => run.sql))
  )
    page = await listRuns(agentId, { limit: 50, cursor: page.nextCursor });
  expect(seen).toEqual(["SELECT ?", ...Array.from({ length: 199 }, (_, at) => `SELECT ${at + 1}`)]);
  for (const cursor of ["", "x", Buffer.from("2024-99-99 00:00:00+00/x").toString("base64url")])
    await expect(listRuns(agentId, { cursor }), cursor).rejects.toMatchObject({ code: "invalid" });
  await clearRuns(agentId);
  expect(await listRuns(agentId)).toEqual({ runs: [] });
});
