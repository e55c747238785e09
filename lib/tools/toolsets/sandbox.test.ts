import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { read } from "@/lib/store/agents/state";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "./call";
import { findTool } from "./index";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const cause = { conversationId: randomUUID(), messageId: "m", runId: "r", toolCallId: "t" };
const run = async (code: string) => {
  const found = findTool("run_sandbox_code");
  if (!found) throw new Error("There is no run_sandbox_code");
  return callTool(
    found.name,
    found.tool,
    { code },
    { agentId, ...cause, signal: new AbortController().signal },
  );
};

test("code writes the agent's own state, with the call as cause of the version", async () => {
  const done = await run(
    `console.log("writing"); await state.set("made", { n: 1 }); return await state.list("ma");`,
  );
  expect(done).toMatchObject({ ok: true, output: { result: ["made"], logs: ["writing"] } });
  expect(await read(agentId, "made")).toEqual({ n: 1 });
  const { revisions } = await listRevisions(agentId, { kind: "state", name: "made" });
  expect(revisions).toMatchObject([{ version: 1, author: "agent", cause }]);
});

test("returns the logs of failed code", async () => {
  expect(await run(`console.log("read", 3); console.warn("odd"); throw new Error("no");`)).toMatchObject({
    ok: false,
    error: expect.stringMatching(/threw Error: no[\s\S]*It had logged:\n.*read 3\n.*odd/),
  });
});

test("the position of an error in code is reported to the model, also if the state rejects a write", async () => {
  expect(await run("return missing;")).toMatchObject({
    ok: false,
    error: expect.stringContaining("line 1, column 1"),
  });
  expect(await run(`await state.set("", 1);`)).toMatchObject({
    ok: false,
    error: expect.stringMatching(/at least one character[\s\S]*line 1, column 13/),
  });
});
