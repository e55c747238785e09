import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recordExecution } from "@/lib/code/traces/record";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { execution, executionPage, executionStats } from "@/lib/shared/executions";
import { resolveAgent } from "@/lib/store/agents/agents";
import { forgetOldExecutions } from "@/lib/store/agents/executions";
import { sql } from "@/lib/store/db";
import { deleteConversation } from "@/lib/store/loop/deletion";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "@/lib/tools/toolsets/call";
import { findTool } from "@/lib/tools/toolsets/index";
import { GET as one } from "./executions/[id]/route";
import { GET as list } from "./executions/route";
import { GET as stats } from "./stats/route";

const database = await testDatabase();
let agentId: string;
let conversationId: string;

beforeAll(async () => {
  agentId = await resolveAgent();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql()`truncate executions`;
  conversationId = randomUUID();
  await sql()`insert into conversations (id, agent_id, title, identity) values (${conversationId}, ${agentId}, 'Sums', '')`;
});

const executions = async (query = "") =>
  executionPage.parse(await answer(await list(testRequest(`/api/code/executions${query}`))));
const figures = async (query = "") =>
  executionStats.parse(await answer(await stats(testRequest(`/api/code/stats${query}`))));
const read = async (id: string) =>
  answer(await one(testRequest(`/api/code/executions/${id}`), { params: Promise.resolve({ id }) }));

const ran = (over: Partial<Parameters<typeof recordExecution>[1]> = {}) =>
  recordExecution(
    { agentId, conversationId, messageId: "m", toolCallId: randomUUID(), toolName: "code" },
    {
      runner: "deno",
      code: "1",
      stdout: "",
      stderr: "",
      exitCode: 0,
      durationMs: 10,
      success: true,
      ...over,
    },
  );
const failed = (stderr: string) => ran({ stderr, exitCode: 1, success: false });

async function sandbox(code: string, toolCallId = "call") {
  const found = findTool("run_sandbox_code");
  if (!found) throw new Error("There is no run_sandbox_code");
  const { signal } = new AbortController();
  const occasion = () => ({ triggerMessage: "Add these up", reasoning: "I compute it" });
  const context = {
    agentId,
    conversationId,
    messageId: "m",
    runId: randomUUID(),
    toolCallId,
    signal,
    occasion,
  };
  return callTool(found.name, found.tool, { code }, context);
}

test("records a sandbox run with its reason and result", async () => {
  await sandbox(`console.log("read", 3); return 1;`);
  await sandbox(`console.log("odd"); const rows = null; return rows.length;`, "second");
  const { executions: both } = await executions();
  expect(both).toMatchObject([
    { success: false, errorCategory: "type", exitCode: 1, tool: "run_sandbox_code", title: "Sums" },
    { success: true, errorCategory: null, exitCode: 0, runner: "isolate", toolCallId: "call" },
  ]);
  const { execution: whole } = await read(both[0]?.id ?? "");
  expect(execution.parse(whole)).toMatchObject({
    stdout: "odd",
    stderr: expect.stringContaining("TypeError"),
    triggerMessage: "Add these up",
    llmReasoning: "I compute it",
    next: null,
  });
});

test.each([
  ["return (;", "syntax"],
  [`import x from "y"; return x;`, "import"],
  ["return nothing;", "reference"],
  ["await new Promise(() => {});", "runtime"],
  ["const all = []; for (;;) all.push(new Array(100_000).fill(1));", "memory"],
])("records a failed run of the code “%s” with the category “%s”", async (code, category) => {
  await sandbox(code);
  expect((await executions()).executions).toMatchObject([{ success: false, errorCategory: category }]);
});

test("does not record a run that the user stops", async () => {
  const found = findTool("run_sandbox_code");
  const stop = new AbortController();
  const where = { agentId, conversationId, messageId: "m", runId: "r", toolCallId: "t", signal: stop.signal };
  const run =
    found &&
    callTool(found.name, found.tool, { code: "await new Promise((r) => setTimeout(r, 20_000));" }, where);
  stop.abort("stopped");
  await run;
  expect((await executions()).executions).toEqual([]);
});

test("code runs can be filtered by status, category and conversation, and are returned in pages", async () => {
  await ran();
  await failed("error: Uncaught TypeError: x");
  await failed("error: Uncaught ReferenceError: y is not defined");
  const of = async (query: string) =>
    (await executions(query)).executions.map(({ errorCategory }) => errorCategory);
  expect(await of("?status=failed")).toEqual(["reference", "type"]);
  expect(await of("?status=success")).toEqual([null]);
  expect(await of("?category=type")).toEqual(["type"]);
  expect(await of(`?conversation=${conversationId}`)).toHaveLength(3);
  expect(await of(`?conversation=${randomUUID()}`)).toEqual([]);
  const first = await executions("?limit=2");
  const rest = await executions(`?limit=2&cursor=${first.nextCursor}`);
  expect([...first.executions, ...rest.executions].map(({ errorCategory }) => errorCategory)).toEqual([
    "reference",
    "type",
    null,
  ]);
  expect(rest.nextCursor).toBeUndefined();
});

test.each(["?status=odd", "?category=odd", "?conversation=x", "?cursor=x", "?limit=0"])(
  "returns 422 for %s",
  async (query) => {
    expect(await answer(await list(testRequest(`/api/code/executions${query}`)))).toMatchObject({
      status: 422,
    });
  },
);

test("a failure has the outcome of the tool's next run in the same conversation as `retry`", async () => {
  await failed("error: Uncaught TypeError: x");
  await failed("error: Uncaught TypeError: x");
  await ran();
  await failed("error: Uncaught TypeError: x");
  expect((await executions()).executions.map(({ retry }) => retry)).toEqual([
    null,
    null,
    "success",
    "failed",
  ]);
});

test("`next` is the call or text after the failed call in the message", async () => {
  const call = (toolCallId: string) => ({
    type: "tool-run_sandbox_code",
    toolCallId,
    state: "output-error",
    input: {},
    errorText: "",
  });
  const parts = [call("a"), { type: "step-start" }, call("b"), { type: "text", text: "I give up." }];
  await sql()`
    insert into messages (conversation_id, id, agent_id, role, parts, body)
    values (${conversationId}, 'm', ${agentId}, 'assistant', ${JSON.stringify(parts)}::json, '')`;
  await sandbox("return x;", "a");
  await sandbox("return y;", "b");
  const [second, first] = (await executions()).executions;
  expect((await read(first?.id ?? "")).execution.next).toEqual({
    kind: "call",
    tool: "run_sandbox_code",
    state: "output-error",
  });
  expect((await read(second?.id ?? "")).execution.next).toEqual({ kind: "text", text: "I give up." });
});

test("statistics cover the given days and have the newest examples of the most frequent errors", async () => {
  await ran({ durationMs: 30 });
  for (const n of [1, 2, 3, 4]) await failed(`error: Uncaught TypeError: ${n}`);
  await failed("error: Uncaught ReferenceError: y is not defined");
  await sql()`update executions set created_at = now() - interval '8 days' where stderr like '%TypeError: 1'`;
  const week = await figures();
  expect(week).toMatchObject({ total: 5, successful: 1, failed: 4, avgDurationMs: 14 });
  expect(week.errors).toMatchObject([
    { category: "type", count: 3, examples: [{ error: expect.stringContaining("4") }, {}, {}] },
    { category: "reference", count: 1 },
  ]);
  expect(week.days).toHaveLength(7);
  expect(week.days.at(-1)).toMatchObject({ total: 5, failed: 4 });
  expect(await figures("?days=30")).toMatchObject({ total: 6, days: { length: 30 } });
});

test.each(["0", "31", "x", ""])("returns 422 for days=%s", async (days) => {
  expect(await answer(await stats(testRequest(`/api/code/stats?days=${days}`)))).toMatchObject({
    status: 422,
  });
});

test("hides runs of a deleted conversation and deletes runs after 30 days", async () => {
  const id = await failed("error: Uncaught TypeError: x");
  await deleteConversation(agentId, conversationId);
  expect((await executions()).executions).toEqual([]);
  expect(await read(id)).toMatchObject({ status: 404 });
  expect((await figures()).errors).toMatchObject([{ count: 1, examples: [] }]);
  await sql()`update executions set created_at = now() - interval '31 days'`;
  await forgetOldExecutions();
  expect(await sql()`select 1 from executions`).toHaveLength(0);
});
