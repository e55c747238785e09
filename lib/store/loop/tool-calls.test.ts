import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { listToolCalls } from "./tool-calls";

const database = await testDatabase();
const conversationId = randomUUID();
let agentId: string;

beforeAll(async () => {
  agentId = await resolveAgent();
  await sql()`
    insert into conversations (id, agent_id, title, identity) values (${conversationId}, ${agentId}, 'Bread', '')`;
});
afterAll(() => database.drop());

async function call(toolName: string, id: string, over: { input?: string; logs?: string; at?: string } = {}) {
  const { input = "{}", logs = null, at = "2026-11-01 10:00:00.000001+00" } = over;
  await sql()`
    insert into tool_calls (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, input, status, output, logs, duration_ms, created_at)
    values (${conversationId}, 'm', ${id}, ${agentId}, ${randomUUID()}, ${toolName}, ${input}::json, 'ok', '1', ${logs}::json, 7, ${at})`;
}
const ids = ({ calls }: Awaited<ReturnType<typeof listToolCalls>>) =>
  calls.map(({ toolCallId }) => toolCallId);

test("listToolCalls lists calls in pages, newest first, without duplicates or gaps", async () => {
  for (const id of ["a", "b", "c"]) await call("loaves", id);
  await call("loaves", "d", { at: "2026-11-02 10:00:00+00" });
  await call("other", "e");
  const first = await listToolCalls(agentId, "loaves", { limit: 2 });
  expect(ids(first)).toEqual(["d", "c"]);
  expect(first.calls[0]).toMatchObject({
    title: "Bread",
    status: "ok",
    input: {},
    output: 1,
    logs: null,
    durationMs: 7,
    createdAt: "2026-11-02T10:00:00.000Z",
  });
  const second = await listToolCalls(agentId, "loaves", { limit: 2, cursor: first.nextCursor });
  expect([ids(second), second.nextCursor]).toEqual([["b", "a"], undefined]);
  expect(ids(await listToolCalls(agentId, "never"))).toEqual([]);
  expect(ids(await listToolCalls(agentId, "loaves", { message: "m", call: "b" }))).toEqual(["b"]);
  expect(ids(await listToolCalls(agentId, "loaves", { message: "n" }))).toEqual([]);
});

test("listToolCalls truncates large inputs and logs and marks them as truncated", async () => {
  await call("large", "f", {
    input: JSON.stringify({ text: "x".repeat(30_000) }),
    logs: JSON.stringify(Array.from({ length: 9_000 }, () => "line")),
  });
  const [first] = (await listToolCalls(agentId, "large")).calls;
  expect(first?.input).toEqual({ truncated: true, start: expect.stringMatching(/^\{"text":"x{3990}/) });
  expect(first?.logs).toEqual([expect.stringMatching(/and more$/)]);
});

test("listToolCalls returns no title for a call of a deleted conversation", async () => {
  await sql()`update conversations set deleted_at = now() where id = ${conversationId}`;
  expect((await listToolCalls(agentId, "large")).calls[0]?.title).toBe(null);
});

test("listToolCalls rejects forged cursors", async () => {
  const forged = ["now", "2026-02-30T10:00:00.000000Z", "0000-01-01T00:00:00Z"].map((at) =>
    Buffer.from(JSON.stringify([at, conversationId, "m", "a"])).toString("base64url"),
  );
  for (const cursor of ["", "x", ...forged])
    await expect(listToolCalls(agentId, "loaves", { cursor })).rejects.toThrow(
      "cursor: not returned by a list",
    );
});
