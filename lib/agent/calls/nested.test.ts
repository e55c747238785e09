import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { type Call, type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { createTool } from "@/lib/code/tools/save";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { listExecutions } from "@/lib/store/agents/executions";
import { sql } from "@/lib/store/db";

const script = newScript({}, withLab());

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  lab.reset();
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
});

const code = (text: string): Call => ({ tool: "run_sandbox_code", input: { code: text } });

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

async function run(text: string, ...before: Call[]) {
  const talk = play(...before.map((call) => ({ calls: [call] })), { calls: [code(text)] }, { text: "Done." });
  await chunks(await talk.say("go"));
  await talk.read();
  const read = JSON.stringify(talk.prompts.at(-1)?.slice(-1));
  return { talk, read, nested: await nested(talk.id) };
}
const nested = (id: string) => sql()<
  {
    id: string;
    parent: string;
    tool: string;
    status: string;
    input: unknown;
    output: unknown;
    error: string;
  }[]
>`
  select tool_call_id as id, parent_tool_call_id as parent, tool_name as tool, status, input, output, error from tool_calls
  where conversation_id = ${id} and parent_tool_call_id is not null order by length(tool_call_id), tool_call_id`;

test("the model does not see results of calls that code makes, and each call is recorded below its parent", async () => {
  lab.act = async ({ n }) => ({ secret: `value ${n}` });
  const done = await run(`const [a, b] = await Promise.all([tools.act({ n: 1 }), tools.look({ n: 2 })]);
    return (a.secret + b.secret).length;`);
  expect(done.read).toContain('"result":14');
  expect(done.read).not.toContain("value 1");
  expect(done.nested).toMatchObject([
    {
      id: "call_1/001",
      parent: "call_1",
      tool: "act",
      status: "ok",
      input: { n: 1 },
      output: { secret: "value 1" },
    },
    { id: "call_1/002", parent: "call_1", tool: "look", status: "ok" },
  ]);
});

test("a tool that needs approval does not run, and throws an error that tells the model what to do", async () => {
  await changeSetting(scene.agentId, "tool:act", { policy: "ask" });
  const done = await run(`const look = await tools.look({ n: 1 });
    try { await tools.act({ n: 2 }); } catch (error) { return error.message; }`);
  expect(done.read).toContain("tools.act needs the user's approval");
  expect(done.read).toContain("Call act directly");
  expect(lab.ran).toEqual(["look 1"]);
  expect(done.nested).toMatchObject([{ status: "ok" }, { tool: "act", status: "denied" }]);
});

test.each([
  ["nothing({})", "There is no tool"],
  ["look({ n: 'x' })", "Invalid input for tools.look"],
  ["ask_user({ question: 'Why?' })", "waits for the user"],
  ["send_message({ text: 'Hi' })", "place in the chat"],
  ["load_toolset({ id: 'shelf' })", "place in the chat"],
  ["reach({ n: 1 })", "Load the toolset first"],
])("tools.%s throws: %s", async (call, message) => {
  const { read, nested } = await run(`await tools.${call};`);
  expect(read).toContain(message);
  expect(nested).toMatchObject([{ status: "error" }]);
  expect(lab.ran).toEqual([]);
});

test("code cannot call a denied tool or one whose resource the user holds", async () => {
  await changeSetting(scene.agentId, "tool:act", { policy: "deny" });
  lab.isHeld = true;
  const { read } = await run(`const errors = [];
    for (const name of ["act", "hold"]) await tools[name]({ n: 1 }).catch((error) => errors.push(error.message));
    return errors;`);
  expect(read).toContain("does not allow act");
  expect(read).toContain("tools.hold needs the user's approval");
  expect(lab.ran).toEqual([]);
});

test("code can catch a tool's error; uncaught it becomes the code's error", async () => {
  lab.act = async () => {
    throw new Error("secret path /etc");
  };
  const { read, talk } = await run("await tools.act({ n: 1 });");
  expect(read).toContain("act failed with an internal error");
  expect(read).not.toContain("secret path");
  const { executions } = await listExecutions(scene.agentId, { conversation: talk.id });
  expect(executions).toMatchObject([{ success: false, errorCategory: "runtime", toolCallId: "call_1" }]);
});

test("a run of code may make 100 calls, including concurrent ones", async () => {
  const { read } = await run(`
    const all = await Promise.allSettled(Array.from({ length: 130 }, (_, n) => tools.look({ n })));
    return all.filter(({ status }) => status === "rejected").map(({ reason }) => reason.message).length;`);
  expect(read).toContain('"result":30');
  expect(lab.ran).toHaveLength(100);
}, 20_000);

test("calls that are still running when the code ends are aborted and recorded", async () => {
  let isAborted = false;
  lab.act = (_, { signal }) =>
    new Promise(() =>
      signal.addEventListener("abort", () => {
        isAborted = true;
      }),
    );
  const { read, nested } = await run("tools.act({ n: 1 }); await state.get('x'); return 7;");
  expect(read).toContain('"result":7');
  expect(isAborted).toBe(true);
  expect(nested).toMatchObject([{ tool: "act", status: "error", error: expect.stringContaining("stopped") }]);
});

test("web text read by a tool that code calls counts for the conversation", async () => {
  const { talk } = await run("await tools.browse({ n: 1 }); return 1;");
  const [row] = await sql()<{ origins: string[] }[]>`
    select to_json(read_web) as origins from conversations where id = ${talk.id}`;
  expect(row?.origins).toEqual(["https://site1.test"]);
});

test("after web text was read, a tool that writes needs approval in code too", async () => {
  const { read } = await run("await tools.change({ n: 1 });", { id: "b", tool: "browse", input: { n: 1 } });
  expect(read).toContain("tools.change needs the user's approval");
  expect(lab.ran).toEqual(["browse 1"]);
});

test("code that may need approval stops before a call that writes, and runs again when it is approved", async () => {
  await changeSetting(scene.agentId, "toolset:lab", { afterWeb: "allow" });
  const talk = play(
    { calls: [{ id: "b", tool: "browse", input: { n: 1 } }] },
    {
      calls: [{ ...code("await tools.look({ n: 2 }); await tools.change({ n: 3 }); return 4;"), id: "run" }],
    },
    { text: "Done." },
  );
  await chunks(await talk.say("go"));
  const [ask] = (await talk.read()).asks;
  expect(ask).toMatchObject({
    toolCallId: "run",
    because: { acts: [{ what: "Call change", sends: '{"n":3}' }] },
  });
  expect(lab.ran).toEqual(["browse 1", "look 2"]);
  await chunks(await talk.answer("run", { decision: "approve" }));
  await talk.read();
  expect(lab.ran).toEqual(["browse 1", "look 2", "look 2", "change 3"]);
  expect(await nested(talk.id)).toMatchObject([
    { id: "run/001" },
    { id: "run/002", tool: "change", status: "ok" },
  ]);
});

test("an agent-made tool can call tools, also from code, up to a maximum depth", async () => {
  const schema = { parameter_schema: { type: "object" }, description: "A tool" };
  const by = { author: "person", cause: null } as const;
  await createTool(
    scene.agentId,
    { name: "twice", code: "return (await tools.look(args)).n * 2;", ...schema },
    by,
  );
  await createTool(scene.agentId, { name: "endless", code: "return tools.endless(args);", ...schema }, by);
  lab.act = async ({ n }) => ({ n });
  const done = await run("return tools.twice({ n: 21 });");
  expect(done.read).toContain('"result":42');
  expect(done.nested).toMatchObject([
    { id: "call_1/001", parent: "call_1", tool: "twice" },
    { id: "call_1/001/002", parent: "call_1/001", tool: "look" },
  ]);
  expect((await run("return tools.endless({});")).read).toContain("too deep");
}, 20_000);
