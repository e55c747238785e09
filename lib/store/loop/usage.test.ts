import { afterAll, beforeAll, expect, test } from "vitest";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { readUsage, readUsageByMember } from "./usage";

const database = await testDatabase();
let agentId: string;

beforeAll(async () => {
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

/** Stores a call at `time` (UTC), `daysAgo` days before today. */
async function call(daysAgo: number, model: string, cost: number | null, time = "12:00") {
  await sql()`
    insert into model_calls (agent_id, model, input_tokens, cached_tokens, output_tokens, cost, created_at)
    values (${agentId}, ${model}, 100, 40, 10, ${cost},
      (date_trunc('day', now() at time zone 'UTC') - ${daysAgo}::int * interval '1 day' + ${time}::time) at time zone 'UTC')`;
}

test("readUsage returns no rows if there were no calls", async () => {
  expect(await readUsage(agentId, 30, "UTC")).toEqual([]);
});

test("readUsage returns one row per day and model within the requested days, newest and most expensive first", async () => {
  await call(0, "openai/a", 0.5);
  await call(0, "openai/a", 0.25);
  await call(0, "ollama/b", null);
  await call(0, "openai/c", 2);
  await call(1, "openai/a", 1);
  await call(1, "openai/a", null);
  await call(29, "openai/old", 1, "00:00");
  await call(30, "openai/older", 1, "23:59");
  const today = new Date().toISOString().slice(0, 10);
  const usage = await readUsage(agentId, 30, "UTC");
  const numbers = { calls: 2, inputTokens: 200, cachedTokens: 80, outputTokens: 20 };
  expect(usage.map(({ model, calls, cost, unpricedCalls }) => [model, calls, cost, unpricedCalls])).toEqual([
    ["openai/c", 1, 2, 0],
    ["openai/a", 2, 0.75, 0],
    ["ollama/b", 1, null, 1],
    ["openai/a", 2, 1, 1],
    ["openai/old", 1, 1, 0],
  ]);
  expect(usage[1]).toEqual({
    day: today,
    model: "openai/a",
    unattended: false,
    job: null,
    ...numbers,
    cost: 0.75,
    unpricedCalls: 0,
  });
  expect((await readUsage(agentId, 1, "UTC")).map(({ day }) => day)).toEqual([today, today, today]);
});

test("readUsageByMember sums the calls of each member, the most expensive first", async () => {
  const ada = "00000000-0000-4000-8000-00000000000a";
  await sql()`insert into members (id, name, role) values (${ada}, 'Ada', 'member')`;
  await sql()`update model_calls set member_id = ${ada} where model = 'openai/c'`;
  expect(await readUsageByMember(agentId, 1, "UTC")).toEqual([
    { memberId: ada, calls: 1, tokens: 110, cost: 2 },
    { memberId: OWNER_ID, calls: 3, tokens: 330, cost: 0.75 },
  ]);
});

test("readUsage groups calls by day in the given time zone", async () => {
  await sql()`delete from model_calls`;
  await sql()`
    insert into model_calls (agent_id, model, input_tokens, cached_tokens, output_tokens, created_at)
    values (${agentId}, 'm', 1, 0, 1, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 hour')`;
  const dayIn = async (zone: string) => (await readUsage(agentId, 3, zone))[0]?.day;
  expect(await dayIn("Pacific/Kiritimati")).not.toBe(await dayIn("UTC"));
});

test("readUsage excludes calls of other agents", async () => {
  expect(await readUsage("00000000-0000-4000-8000-000000000000", 366, "UTC")).toEqual([]);
});
