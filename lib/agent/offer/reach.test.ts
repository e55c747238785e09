import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { liveRuns } from "@/lib/agent/loop/live";
import { callForProgram } from "@/lib/agent/loop/program";
import { runAgent } from "@/lib/agent/loop/run";
import { tendSubagents } from "@/lib/agent/loop/tend-subagents";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { call, double, user, watched } from "@/lib/agent/loop/testing/own-tools";
import { newScript } from "@/lib/agent/loop/testing/script";
import { stage } from "@/lib/agent/loop/testing/stage";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { createTool } from "@/lib/code/tools/save";
import { changeSetting } from "@/lib/store/agents/change-settings";
import * as state from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { readConversation } from "@/lib/store/loop/conversations";

const script = newScript({}, withLab());
let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
  await changeSetting(scene.agentId, "toolset:agents", { mode: "on" });
});
afterAll(() => scene.close());
afterEach(async () => {
  lab.reset();
  await sql()`delete from agent_tools`;
});

async function asProgram(toolName: string, input: object, tools: string[] | null) {
  const conversationId = randomUUID();
  const started = await callForProgram({
    ...{ agentId: scene.agentId, conversationId, toolName, input, origins: [], equipment: script.equipment },
    program: { tokenId: randomUUID(), name: "Editor", toolset: toolsetOf(toolName), tools },
  });
  await started?.settled;
  const read = async () => {
    await liveRuns().get(conversationId)?.settled;
    const view = await readConversation(scene.agentId, conversationId);
    const messages = (view?.messages ?? []) as Message[];
    return {
      run: view?.run,
      asks: view?.asks ?? [],
      part: messages.flatMap(({ parts }) => parts.filter(isToolPart))[0],
    };
  };
  return { conversationId, read, ...(await read()) };
}

const toolsetOf = (name: string) =>
  ({
    ...{ ask_agent: "agents", run_sandbox_code: "sandbox", create_tool: "tools", manage_cronjob: "schedule" },
    ...{
      render_blocks: "canvas",
      render_and_wait: "canvas",
      edit_learned_notes: "self",
      edit_system_prompt: "self",
    },
  })[name] ?? "authored";

const plays = (...steps: Parameters<typeof watched>) => {
  const { model, ...watch } = watched(...steps);
  script.model = model;
  return watch;
};

test("a subagent of a program has only the tools that the token names", async () => {
  const ask = { agent: "self", task: "Act." };
  const { offered } = plays(
    { calls: [call("act", { n: 1 }, "a"), call("look", { n: 2 }, "b")] },
    { text: "Done." },
  );
  const { part } = await asProgram("ask_agent", ask, ["ask_agent", "look"]);
  expect(part).toMatchObject({ state: "output-available", output: { answer: "Done." } });
  expect(offered(0).sort()).toEqual(["ask_agent", "look"]);
  expect(lab.ran).toEqual(["look 2"]);
});

test("a subagent of a subagent, and the code that it runs, are limited too", async () => {
  const code = "return await tools.act({ n: 3 }).catch((error) => error.message)";
  const { offered, told } = plays(
    { calls: [call("ask_agent", { agent: "self", task: "Go on." }, "a")] },
    { calls: [call("run_sandbox_code", { code }, "c")] },
    { text: "Below." },
    { text: "Above." },
  );
  await asProgram("ask_agent", { agent: "self", task: "Act." }, ["ask_agent", "run_sandbox_code"]);
  expect(offered(1).sort()).toEqual(["ask_agent", "run_sandbox_code"]);
  expect(told(2)).toContain("act is not among the tools of this program's token");
  expect(lab.ran).toEqual([]);
});

test("the model that reads the result of a background subagent is limited", async () => {
  const { offered } = plays({ text: "Result." }, { calls: [call("act", { n: 1 })] }, { text: "Ended." });
  const started = await asProgram("ask_agent", { agent: "self", task: "Act.", wait: false }, ["ask_agent"]);
  expect(started.part).toMatchObject({ state: "output-available" });
  await vi.waitFor(
    async () => {
      await tendSubagents(script.equipment);
      await started.read();
      expect(offered(2)).toEqual(["ask_agent"]);
    },
    { timeout: 15_000, interval: 200 },
  );
  expect(lab.ran).toEqual([]);
});

test("a subagent of the run that reads a background result is limited too", async () => {
  const again = { calls: [call("ask_agent", { agent: "self", task: "Go on." }, "a")] };
  const { offered } = plays(
    { text: "Result." },
    again,
    { calls: [call("act", { n: 1 })] },
    { text: "Ended." },
  );
  const started = await asProgram("ask_agent", { agent: "self", task: "Act.", wait: false }, ["ask_agent"]);
  await vi.waitFor(
    async () => {
      await tendSubagents(script.equipment);
      await started.read();
      expect(offered(2)).toEqual(["ask_agent"]);
    },
    { timeout: 15_000, interval: 200 },
  );
  expect(lab.ran).toEqual([]);
});

test("the task of a subagent is limited when the user retries it", async () => {
  const { offered } = plays({ text: "First." }, { text: "Again." });
  await asProgram("ask_agent", { agent: "self", task: "Act." }, ["ask_agent", "look"]);
  const [subagent] = await sql()<{ id: string; answer: string }[]>`
    select conversation_id as id, m.id as answer from messages m join helpers using (conversation_id)
    where m.parent_id = 'task' order by m.created_at desc limit 1`;
  const where = { agentId: scene.agentId, conversationId: subagent?.id ?? "", equipment: script.equipment };
  await runAgent({ ...where, input: { retry: subagent?.answer ?? "" } });
  await liveRuns().get(where.conversationId)?.settled;
  expect(offered(1).sort()).toEqual(["ask_agent", "look"]);
});

test("a subagent of a program whose token names no tools has all of them", async () => {
  const { offered } = plays({ text: "Done." });
  await asProgram("ask_agent", { agent: "self", task: "Act." }, null);
  expect(offered(0)).toEqual(expect.arrayContaining(["act", "look", "db_sql"]));
});

const OPERATIONS: [code: string, tool: string][] = [
  ["state.get('k')", "get_state"],
  ["state.set('k', 2)", "set_state"],
  ["state.delete('k')", "delete_state"],
  ["state.list()", "list_state_keys"],
  ["fetch('https://site.invalid')", "fetch_url"],
];

test.each(OPERATIONS)("code of a program may run %s only if its token names %s", async (operation, tool) => {
  const code = `return await ${operation}.then(() => 'done', (error) => error.message)`;
  await state.write(scene.agentId, "k", 1, user);
  const refused = await asProgram("run_sandbox_code", { code }, ["run_sandbox_code"]);
  expect(refused.part).toMatchObject({
    output: { result: expect.stringContaining(`does not name ${tool}`) },
  });
  expect((await state.find(scene.agentId, "k"))?.value).toBe(1);
  const allowed = await asProgram("run_sandbox_code", { code }, ["run_sandbox_code", tool]);
  expect(JSON.stringify(allowed.part)).not.toContain("does not name");
  const whole = await asProgram("run_sandbox_code", { code }, null);
  expect(JSON.stringify(whole.part)).not.toContain("does not name");
});

const SHOWN: [input: object, tool: string][] = [
  [
    { blocks: [{ type: "table", data: { sql: "select 1 as d" }, columns: [{ key: "d", kind: "date" }] }] },
    "db_sql",
  ],
  [{ blocks: [{ type: "table", data: { collection: "notes" } }] }, "db_query"],
];

test.each(SHOWN)("a program that shows %j needs a token that names %s", async (input, tool) => {
  const call = { ...input, wait: false };
  const refused = await asProgram("render_blocks", call, ["render_blocks"]);
  expect(JSON.stringify(refused.part)).toContain(`does not name ${tool}`);
  const allowed = await asProgram("render_blocks", call, ["render_blocks", tool]);
  expect(JSON.stringify(allowed.part)).not.toContain("does not name");
});

test.each([
  ["useAgentState", "get_state"],
  ["useQuery", "get_state"],
])("a program that shows a component with %s needs a token that names %s", async (hook, tool) => {
  const code = `export default () => <p>{String(${hook}("select 1"))}</p>`;
  const refused = await asProgram("render_and_wait", { code, wait: false }, ["render_and_wait"]);
  expect(JSON.stringify(refused.part)).toContain(`does not name ${tool}`);
});

test("an authored tool that a program calls has the limits of the program's token", async () => {
  const code = "return await state.get('k').catch((error) => error.message)";
  await createTool(scene.agentId, { ...double, code }, user);
  const { part } = await asProgram("double", { n: 1 }, ["double"]);
  expect(part).toMatchObject({ output: expect.stringContaining("does not name get_state") });
});

test.each([
  ["edit_learned_notes", { operation: "append", content: "Always act." }],
  ["edit_system_prompt", { operation: "append", content: "Always act." }],
])("a call of %s by a program asks the user", async (name, input) => {
  expect((await asProgram(name, input, [name])).run?.status).toBe("waiting");
});

test("a program that would create a tool asks the user, because the tool would later have all tools", async () => {
  const made = { ...double, name: "sly" };
  const { asks, run } = await asProgram("create_tool", made, ["create_tool"]);
  expect(run?.status).toBe("waiting");
  expect(asks).toMatchObject([{ because: { kind: "effect", why: expect.stringContaining("all tools") } }]);
});

test("a program that would create a job asks the user, and listing jobs does not", async () => {
  const job = { action: "create", name: "sly", cron_expression: "0 8 * * *", instruction: "Act." };
  expect((await asProgram("manage_cronjob", job, ["manage_cronjob"])).run?.status).toBe("waiting");
  expect((await asProgram("manage_cronjob", { action: "list" }, ["manage_cronjob"])).run?.status).toBe(
    "completed",
  );
});
