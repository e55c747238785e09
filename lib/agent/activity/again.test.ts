import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST } from "@/app/api/code/executions/[id]/run/route";
import { joinedModules } from "@/lib/code/deno/sources";
import { recordExecution } from "@/lib/code/traces/record";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { keysMarked, read, write } from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";

const database = await testDatabase();
let agentId: string;
const conversationId = randomUUID();

beforeAll(async () => {
  agentId = await resolveAgent();
  await sql()`insert into conversations (id, agent_id, title, identity) values (${conversationId}, ${agentId}, '', '')`;
});
afterAll(() => database.drop());

const record = (code: string, toolName = "run_sandbox_code") =>
  recordExecution(
    { agentId, conversationId, messageId: "m", toolCallId: toolName, toolName },
    { runner: "isolate", code, stdout: "", stderr: "x", exitCode: 1, durationMs: 1, success: false },
  );
const again = async (id: string, body: object = {}) =>
  answer(
    await POST(testRequest(`/api/code/executions/${id}/run`, { method: "POST", body }), {
      params: Promise.resolve({ id }),
    }),
  );

test("a repeated run reads the stored state and its own writes, and stores none of its writes", async () => {
  await write(agentId, "n", 1, { author: "person", cause: null });
  const id = await record(`await state.set("made", 2); await state.delete("n"); console.log("done");
    return [await state.get("n"), await state.get("made"), await state.list()];`);
  expect(await again(id)).toMatchObject({ success: true, result: [null, 2, ["made"]], stdout: "done" });
  expect(await read(agentId, "n")).toBe(1);
  expect((await keysMarked(agentId)).keys).toEqual(["n"]);
  expect(await sql()`select 1 from executions`).toHaveLength(1);
});

test("a repeated run accepts changed code, and returns a failure of the code as its result", async () => {
  const id = await record("return nothing;");
  expect(await again(id)).toMatchObject({
    success: false,
    stderr: expect.stringContaining("ReferenceError"),
  });
  expect(await again(id, { code: "return 7;" })).toMatchObject({ success: true, result: 7 });
});

test("repeated code can only read from the network, and cannot call tools", async () => {
  const id = await record(`return fetch("https://example.com", { method: "POST", body: "x" });`);
  expect(await again(id)).toMatchObject({ success: false, stderr: expect.stringContaining("read-only") });
  expect(await again(id, { code: "return tools.db_sql({});" })).toMatchObject({
    success: false,
    stderr: expect.stringContaining("in a conversation"),
  });
});

test("a repeated run of an agent-made tool gets the arguments of the recorded call", async () => {
  const id = await record("return args.n * 2;", "double");
  await sql()`
    insert into tool_calls (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, input, status)
    values (${conversationId}, 'm', 'double', ${agentId}, ${randomUUID()}, 'double', '{"n":4}', 'ok')`;
  expect(await again(id)).toMatchObject({ success: true, result: 8 });
});

test("a Deno program is run again in a separate folder and can only read from the network", async () => {
  const id = await recordExecution(
    { agentId, conversationId, messageId: "m", toolCallId: "deno", toolName: "code" },
    { runner: "deno", code: "null.a", stdout: "", stderr: "x", exitCode: 1, durationMs: 1, success: false },
  );
  expect(await again(id)).toMatchObject({ success: false, stderr: expect.stringContaining("TypeError") });
  const code = `await Deno.writeTextFile("left.txt", "x"); console.log("ran");
    await fetch("https://example.com", { method: "POST" });`;
  expect(await again(id, { code })).toMatchObject({
    ...{ success: false, stdout: "ran\n" },
    stderr: expect.stringContaining("read-only"),
  });
}, 60_000);

test("a repeated run refuses unknown executions and empty code", async () => {
  expect(await again(randomUUID())).toMatchObject({ status: 404 });
  expect(await again(await record("1"), { code: "" })).toMatchObject({ status: 422 });
});

test("a program of several modules is run again with the user's changes in each module", async () => {
  const input = {
    ...{
      action: "execute",
      entry: "app.ts",
      code: `import { twice } from "./lib/twice.ts"; console.log(twice(21));`,
    },
    modules: { "lib/twice.ts": "export const twice = (n: number) => 2 * n;" },
  };
  const toolCallId = "call_program";
  await sql()`
    insert into tool_calls (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, input, status)
    values (${conversationId}, 'm', ${toolCallId}, ${agentId}, ${randomUUID()}, 'code', ${JSON.stringify(input)}::json, 'ok')`;
  const code = joinedModules(input.code, input.modules);
  const id = await recordExecution(
    { agentId, conversationId, messageId: "m", toolCallId, toolName: "code" },
    { runner: "deno", code, stdout: "", stderr: "x", exitCode: 1, durationMs: 1, success: false },
  );
  expect(await again(id)).toMatchObject({ success: true, stdout: "42\n" });
  const changed = code.replace("2 * n", "3 * n").replace("twice(21)", "twice(2)");
  expect(await again(id, { code: changed })).toMatchObject({ success: true, stdout: "6\n" });
});
