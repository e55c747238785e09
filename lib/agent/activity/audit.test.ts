import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditRequest } from "@/lib/shared/audit/contract";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { listAuditTools } from "@/lib/store/activity/audit";
import { listRequests } from "@/lib/store/activity/audit-requests";
import { insertRequests } from "@/lib/store/activity/requests";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { requestOf } from "@/lib/store/testing/requests";
import { auditCalls } from "./calls";
import { requestsCsv } from "./requests-csv";

const database = await testDatabase();
const conversationId = randomUUID();
let agentId: string;

beforeAll(async () => {
  agentId = await resolveAgent();
  await sql()`insert into conversations (id, agent_id, title, identity) values (${conversationId}, ${agentId}, 'Bread', '')`;
  await call("a", "db_schema", { at: "2026-11-01 10:00:00.000001+00" });
  await call("b", "db_sql", { status: "error", error: "no such table (see https://a.b/?token=sesame)" });
  await call("c", "edit_system_prompt", { status: "denied" });
  await call("d", "gone_tool", {
    input: JSON.stringify({ url: "https://x.com/?token=1", headers: { a: "b" } }),
  });
  await call("e", "gone_tool", { at: "2026-11-02 10:00:00+00", status: "running", output: null });
  const of = (toolCallId: string) => ({ conversationId, messageId: "m", toolCallId, tool: "gone_tool" });
  await insertRequests([
    requestOf(agentId, { ...of("d"), host: "x.com", received: 1 }),
    requestOf(agentId, {
      ...of("d"),
      host: "10.0.0.1",
      verdict: "refused",
      reason: "not public",
      received: null,
    }),
    requestOf(agentId, { ...of("a"), via: "page", received: 10, verdict: "failed" }),
    requestOf(agentId, { ...of("a"), via: "connection", received: 30, url: "y.com:443", host: "y.com" }),
    requestOf(agentId, { tool: "picture", host: "pictures.org", url: "=1+1" }),
  ]);
});
afterAll(() => database.drop());

type Over = { at?: string; status?: string; error?: string; input?: string; output?: string | null };
async function call(id: string, tool: string, over: Over = {}) {
  const {
    at = "2026-11-01 10:00:00.000002+00",
    status = "ok",
    error = null,
    input = "{}",
    output = '"abc"',
  } = over;
  await sql()`
    insert into tool_calls (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, input, status, output, error, created_at)
    values (${conversationId}, 'm', ${id}, ${agentId}, ${randomUUID()}, ${tool}, ${input}::json, ${status}, ${output}::json, ${error}, ${at})`;
}
const calls = async (filter: Parameters<typeof auditCalls>[1], part = {}) => {
  const page = await auditCalls(agentId, filter, part);
  return { ids: page.calls.map(({ toolCallId }) => toolCallId).join(""), ...page };
};
const requests = async (filter: Parameters<typeof listRequests>[1], part = {}) =>
  listRequests(agentId, filter, part);

test("the audit lists calls newest first in pages, with their effects and requests", async () => {
  const first = await calls({}, { limit: 2 });
  expect(first.ids).toBe("ed");
  expect(first.calls[1]).toEqual({
    conversationId,
    messageId: "m",
    toolCallId: "d",
    parentToolCallId: null,
    nested: 0,
    memberId: OWNER_ID,
    title: "Bread",
    tool: "gone_tool",
    toolset: null,
    reads: [],
    writes: [],
    status: "ok",
    inputGist: "https://x.com/?token=…",
    durationMs: null,
    resultBytes: 5,
    requests: { count: 2, refused: 1, failed: 0, received: 1, hosts: ["x.com", "10.0.0.1"] },
    createdAt: "2026-11-01T10:00:00.000Z",
  });
  const second = await calls({}, { limit: 2, cursor: first.nextCursor });
  expect(second.ids).toBe("cb");
  expect(second.calls[1]).toMatchObject({
    toolset: "database",
    reads: ["database"],
    error: "no such table (see https://a.b/?token=…",
  });
  const third = await calls({}, { limit: 2, cursor: second.nextCursor });
  expect([third.ids, third.nextCursor]).toEqual(["a", undefined]);
});

test("the audit counts a browser page and its connections as one kind of traffic", async () => {
  const [only] = (await calls({ tool: "db_schema" })).calls;
  expect(only?.requests).toEqual({
    count: 1,
    refused: 0,
    failed: 1,
    received: 30,
    hosts: ["example.com", "y.com"],
  });
});

test("the audit lists the calls of code below the call that ran the code", async () => {
  const id = randomUUID();
  await sql()`insert into conversations (id, agent_id, title, identity) values (${id}, ${agentId}, 'Code', '')`;
  for (const [call, parent] of [
    ["run", null],
    ["run/001", "run"],
    ["run/002", "run"],
  ] as const)
    await sql()`
      insert into tool_calls (conversation_id, message_id, tool_call_id, parent_tool_call_id, agent_id, run_id, tool_name, input, status)
      values (${id}, 'm', ${call}, ${parent}, ${agentId}, ${randomUUID()}, 'db_sql', '{}', 'ok')`;
  const all = (await calls({ conversation: id })).calls;
  expect(all.map(({ toolCallId, nested }) => [toolCallId, nested])).toEqual([
    ["run/002", 0],
    ["run/001", 0],
    ["run", 2],
  ]);
  const below = await calls({ parent: [id, "m", "run"] });
  expect(below.calls).toMatchObject([{ parentToolCallId: "run" }, { parentToolCallId: "run" }]);
  await sql()`delete from conversations where id = ${id}`;
});

test("the audit applies each of its filters", async () => {
  expect((await calls({ tool: "gone_tool" })).ids).toBe("ed");
  expect((await calls({ network: "only" })).ids).toBe("da");
  expect((await calls({ verdict: "refused" })).ids).toBe("dc");
  expect((await calls({ verdict: "failed" })).ids).toBe("ba");
  expect((await calls({ verdict: "allowed" })).ids).toBe("");
  expect((await calls({ conversation: randomUUID() })).ids).toBe("");
  expect(
    (await calls({ conversation: conversationId, verdict: "refused", network: "only", tool: "gone_tool" }))
      .ids,
  ).toBe("d");
  expect(await listAuditTools(agentId)).toEqual(["db_schema", "db_sql", "edit_system_prompt", "gone_tool"]);

  const hosts = async (filter: Parameters<typeof listRequests>[1]) =>
    (await requests(filter)).requests.map(({ host }) => host);
  expect(await hosts({})).toEqual(["pictures.org", "y.com", "example.com", "10.0.0.1", "x.com"]);
  expect(await hosts({ call: [conversationId, "m", "d"] })).toEqual(["10.0.0.1", "x.com"]);
  expect(await hosts({ verdict: "refused" })).toEqual(["10.0.0.1"]);
  expect(await hosts({ verdict: "allowed", host: ".com" })).toEqual(["y.com", "x.com"]);
  expect(await hosts({ tool: "picture" })).toEqual(["pictures.org"]);
  const { nextCursor } = await requests({}, { limit: 4 });
  expect((await requests({}, { limit: 4, cursor: nextCursor })).requests.map(({ host }) => host)).toEqual([
    "x.com",
  ]);
});

test("refuses invalid cursors", async () => {
  const forged = Buffer.from(JSON.stringify(["2026-13-45 99:00:00+00", conversationId, "m", "a"])).toString(
    "base64url",
  );
  for (const cursor of ["", "x", forged, "9".repeat(19)]) {
    await expect(calls({}, { cursor })).rejects.toThrow("cursor");
    await expect(requests({}, { cursor })).rejects.toThrow("cursor");
  }
});

test("exports all requests as CSV, without cells that a spreadsheet runs as formulas", async () => {
  const pieces = await Array.fromAsync(requestsCsv(agentId, {}));
  const lines = Buffer.concat(pieces).toString().trimEnd().split("\r\n");
  expect(lines).toHaveLength(6);
  expect(lines[0]).toMatch(/^time,verdict,reason,tool,via,method,url,/);
  expect(lines[1]).toContain(",picture,fetch,GET,'=1+1,pictures.org,");
});

test("the audit lists the requests of a deleted conversation, but not the conversation's title, inputs and errors", async () => {
  await sql()`update conversations set deleted_at = now() where id = ${conversationId}`;
  const [, fetched, , failed] = (await calls({})).calls;
  expect(fetched).toMatchObject({ title: null, inputGist: "", tool: "gone_tool", requests: { count: 2 } });
  expect(failed).not.toHaveProperty("error");
  const titles = ({ title }: AuditRequest) => title;
  expect((await requests({})).requests.map(titles)).toEqual([null, null, null, null, null]);
  await sql()`delete from conversations where id = ${conversationId}`;
  expect((await calls({})).ids).toBe("");
  expect((await requests({ verdict: "refused" })).requests).toMatchObject([
    { conversationId: null, toolCallId: "d" },
  ]);
});
