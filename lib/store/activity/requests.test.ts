import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { requestOf } from "@/lib/store/testing/requests";
import { forgetOldRequests, insertRequests } from "./requests";

const database = await testDatabase();
let agentId: string;

beforeAll(async () => {
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const left = async () =>
  (await sql()<{ url: string }[]>`select url from requests order by id`).map(({ url }) => url);

test("forgetOldRequests deletes old requests, and all but the newest of each agent", async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await insertRequests(
    [40, 31, 29, 3, 2, 1].map((days) => requestOf(agentId, { at: at(days), url: `${days}` })),
  );
  await forgetOldRequests();
  expect(await left()).toEqual(["29", "3", "2", "1"]);
  await forgetOldRequests({ days: 30, rows: 2, ofOne: 9 });
  expect(await left()).toEqual(["2", "1"]);
});

test("forgetOldRequests deletes only a conversation's own requests beyond its limit", async () => {
  await sql()`truncate requests`;
  const [a, b] = [randomUUID(), randomUUID()];
  for (const id of [a, b])
    await sql()`insert into conversations (id, agent_id, identity) values (${id}, ${agentId}, '')`;
  await insertRequests(
    [a, b, b, b, b].map((conversationId, n) => requestOf(agentId, { conversationId, url: `${n}` })),
  );
  await forgetOldRequests({ days: 30, rows: 9, ofOne: 2 });
  expect(await left()).toEqual(["0", "3", "4"]);
});
