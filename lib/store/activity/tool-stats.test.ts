import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { readToolStats } from "./tool-stats";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

async function called(toolName: string, status: string, durationMs: number | null, daysAgo = 0) {
  const id = randomUUID();
  await sql()`insert into conversations (id, agent_id, title, identity) values (${id}, ${agentId}, '', '')`;
  await sql()`
    insert into tool_calls (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, input, status, duration_ms, created_at)
    values (${id}, 'm', 'c', ${agentId}, ${id}, ${toolName}, '{}', ${status}, ${durationMs}, now() - ${daysAgo} * interval '1 day')`;
}

test("readToolStats counts calls and failures per tool, with median duration and last call", async () => {
  await called("double", "ok", 10, 2);
  await called("double", "ok", 30, 1);
  await called("double", "error", 50, 3);
  await called("double", "unknown", null, 4);
  await called("double", "ok", 9_000, 31);
  await called("double", "denied", null);
  await called("double", "running", null);
  await called("ask_user", "ok", 4, 5);
  const stats = await readToolStats(agentId);
  const lastAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(Object.fromEntries(stats)).toEqual({
    ask_user: { calls: 1, failures: 0, medianMs: 4, lastAt },
    double: { calls: 4, failures: 2, medianMs: 30, lastAt },
  });
  expect(await readToolStats(agentId, "double")).toEqual(new Map([["double", stats.get("double")]]));
  expect(await readToolStats(agentId, "never")).toEqual(new Map());
});
