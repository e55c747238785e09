import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { listToolsets } from "@/lib/agent/offer/describe-tools";
import { createTool, deleteTool, setToolEnabled, updateTool } from "@/lib/code/tools/save";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { readAuthoredTools } from "@/lib/store/agents/agent-tools";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { listRevisions } from "@/lib/store/revisions";
import { authoredToolset } from "@/lib/tools/toolsets/authored";
import { call, double, type Played, user, watched } from "./testing/own-tools";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

fakeSandbox();

const script = newScript();

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
  await sql()`delete from agent_tools`;
});

function play(...steps: Played[]) {
  const { model, ...watch } = watched(...steps);
  script.model = model;
  return { ...scene.conversation(), ...watch };
}

const rows = (conversationId: string) =>
  sql()<{ name: string; status: string; output: unknown; error: string; logs: string[] | null }[]>`
    select tool_name as name, status, output, error, logs from tool_calls
    where conversation_id = ${conversationId} order by created_at, tool_name`;

test("an agent creates and calls a tool in one turn, and the tool's logs are stored with the call", async () => {
  const talk = play(
    { calls: [call("create_tool", double)] },
    { calls: [call("double", { n: 21 })] },
    {
      text: "42.",
    },
  );
  await chunks(await talk.say("double 21"));
  expect(talk.offered(0)).not.toContain("double");
  expect(talk.offered(1)).toContain("double");
  expect(talk.told(1)).toContain("## Agent-made tools");
  await talk.read();
  expect(await rows(talk.id)).toMatchObject([
    { name: "create_tool", status: "ok", output: { name: "double", version: 1 }, logs: null },
    { name: "double", status: "ok", output: 42, logs: ["doubling 21"] },
  ]);
});

test("records the call as the cause of a state change by an agent-made tool", async () => {
  await createTool(scene.agentId, { ...double, code: "return await state.set('seen', args.n)" }, user);
  const talk = play({ calls: [call("double", { n: 3 })] }, { text: "Kept." });
  await chunks(await talk.say("keep 3"));
  await talk.read();
  const { revisions } = await listRevisions(scene.agentId, { kind: "state", name: "seen" });
  expect(revisions).toMatchObject([
    { author: "agent", cause: { conversationId: talk.id, toolCallId: "double" } },
  ]);
});

describe("the next step of a run", () => {
  test("uses a tool that the user changed during the run", async () => {
    await createTool(scene.agentId, double, user);
    const triple = () => updateTool(scene.agentId, "double", { code: "return args.n * 3" }, user);
    const talk = play(
      { before: triple, calls: [call("get_state", { key: "k" })] },
      { calls: [call("double", { n: 2 })] },
      { text: "Six." },
    );
    await chunks(await talk.say("go"));
    await talk.read();
    expect(await rows(talk.id)).toMatchObject([{ name: "get_state" }, { name: "double", output: 6 }]);
  });

  test("does not offer disabled and deleted tools, and explains a call of them", async () => {
    await createTool(scene.agentId, double, user);
    await createTool(scene.agentId, { ...double, name: "halve" }, user);
    const talk = play(
      { calls: [call("disable_tool", { name: "double" }), call("delete_tool", { name: "halve" })] },
      { calls: [call("double", { n: 1 }), call("halve", { n: 1 })] },
      { text: "I see." },
    );
    await chunks(await talk.say("go"));
    expect(talk.offered(0)).toEqual(expect.arrayContaining(["double", "halve"]));
    expect(talk.offered(1)).not.toEqual(expect.arrayContaining(["double"]));
    expect(talk.told(2)).toContain("double is disabled. enable_tool offers it again.");
    expect(talk.told(2)).toContain('There is no tool "halve"');
  });

  test("offers none of hundreds of disabled tools, and builds each schema once", async () => {
    await createTool(scene.agentId, double, user);
    await sql()`
      insert into agent_tools (agent_id, name, description, parameter_schema, code, version, enabled)
      select ${scene.agentId}, 'spare_' || n, 'A spare', json_build_object('type', 'object', 'properties',
        json_build_object('p' || n, json_build_object('type', 'string', 'pattern', '^a{1,' || n || '}$'))), 'return 1', 1, false
      from generate_series(1, 900) n`;
    expect((await readAuthoredTools(scene.agentId)).map(({ name }) => name)).toEqual(["double"]);
    const shown = (await listToolsets(scene.agentId, false)).find(({ id }) => id === "own");
    expect([shown?.tools.length, shown?.left]).toEqual([51, 850]);
    expect((await listToolsets(scene.agentId, true)).at(-1)).not.toHaveProperty("left");
    const all = await readAuthoredTools(scene.agentId, "all");
    const { tools } = authoredToolset(all);
    const again = authoredToolset(await readAuthoredTools(scene.agentId, "all")).tools;
    expect(Object.keys(again)).toHaveLength(all.length);
    expect(Object.entries(again).every(([name, tool]) => tools[name] === tool)).toBe(true);
    const talk = play({ calls: [call("spare_7", {})] }, { text: "I see." });
    await chunks(await talk.say("go"));
    expect(talk.offered(0).filter((name) => name.startsWith("spare"))).toEqual([]);
    expect(talk.told(1)).toContain("spare_7 is disabled. enable_tool offers it again.");
  });

  test("does not read the tools again if they are unchanged", async () => {
    await createTool(scene.agentId, double, user);
    const talk = play(
      { calls: [call("double", { n: 1 })] },
      { calls: [call("double", { n: 2 }, "b")] },
      {
        text: "Done.",
      },
    );
    const store = await import("@/lib/store/agents/agent-tools");
    const reads = vi.spyOn(store, "readAuthoredTools");
    await chunks(await talk.say("go"));
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
  });
});

describe("parameter schemas", () => {
  const rich = {
    ...double,
    name: "greet",
    parameter_schema: {
      type: "object",
      properties: { who: { $ref: "#/$defs/name" }, times: { type: "integer", default: 2 } },
      required: ["who"],
      $defs: { name: { type: "string", minLength: 2 } },
      additionalProperties: false,
    },
    code: "return Array(args.times).fill(args.who).join(' ')",
  };

  test("are sent to the model without references, validate the arguments, and add defaults", async () => {
    await createTool(scene.agentId, rich, user);
    const talk = play(
      { calls: [call("greet", { who: "x", loud: true }, "a")] },
      { calls: [call("greet", { who: "Ann" }, "b")] },
      { text: "Ann Ann." },
    );
    await chunks(await talk.say("go"));
    expect(talk.schemaOf(0, "greet")).toEqual({
      type: "object",
      properties: { who: { type: "string", minLength: 2 }, times: { type: "integer", default: 2 } },
      required: ["who"],
      additionalProperties: false,
    });
    expect(talk.told(1)).toContain("who: String is too short");
    expect(talk.told(1)).toContain("loud: unknown field.");
    await talk.read();
    expect((await rows(talk.id)).at(-1)).toMatchObject({ output: "Ann Ann" });
  });

  test("that take too long to check use CPU time once, not for each of thirty calls", async () => {
    const items = { anyOf: Array.from({ length: 500 }, (_, n) => ({ const: `no ${n}` })) };
    const slow = { type: "object", properties: { a: { type: "array", items } } };
    await createTool(scene.agentId, { ...double, name: "slow", parameter_schema: slow }, user);
    const evil = Array.from({ length: 2_000 }, (_, n) => n);
    const calls = Array.from({ length: 30 }, (_, at) => call("slow", { a: evil }, `c${at}`));
    const talk = play({ calls }, { text: "Slow." });
    const before = process.threadCpuUsage().user;
    await chunks(await talk.say("go"));
    expect((process.threadCpuUsage().user - before) / 1_000).toBeLessThan(600);
    expect(talk.told(1)).toContain("takes too long to check");
  });
});

test("sends an error of an agent-made tool to the model with its logs", async () => {
  const code = "console.log('so far, so good'); throw new Error('no bread')";
  await createTool(scene.agentId, { ...double, code }, user);
  const talk = play({ calls: [call("double", { n: 1 })] }, { text: "It failed." });
  await chunks(await talk.say("go"));
  expect(talk.told(1)).toContain("no bread");
  expect(talk.told(1)).toContain("It had logged:\nso far, so good");
  await talk.read();
  expect(await rows(talk.id)).toMatchObject([{ status: "error", logs: ["so far, so good"] }]);
});

test("leaves out a broken stored tool, names it in the prompt, and completes the run", async () => {
  await createTool(scene.agentId, double, user);
  await sql()`update agent_tools set parameter_schema = '{"type":"objekt"}' where name = 'double'`;
  await sql()`
    insert into agent_tools (agent_id, name, description, parameter_schema, code, version)
    values (${scene.agentId}, 'get_state', 'Takes a name', '{"type":"object"}', 'return 1', 1)`;
  const talk = play(
    { calls: [call("double", { n: 1 }), call("get_state", { key: "k" })] },
    { text: "I see." },
  );
  await chunks(await talk.say("go"));
  expect(talk.offered(0)).not.toContain("double");
  expect(talk.told(0)).toContain("- double is left out: parameter_schema has a type that is none of");
  expect(talk.told(1)).toContain("double cannot be called: parameter_schema has a type");
  expect((await talk.read()).run?.status).toBe("completed");
  expect(await rows(talk.id)).toMatchObject([{}, { name: "get_state", output: { value: null } }]);
});

test("applies mode, instructions and policies to the toolset of agent-made tools", async () => {
  await createTool(scene.agentId, double, user);
  await changeSetting(scene.agentId, "toolset:own", { mode: "on_demand" });
  const lazy = play(
    { calls: [call("double", { n: 1 })] },
    { calls: [call("load_toolset", { id: "own" })] },
    {
      text: "Loaded.",
    },
  );
  await chunks(await lazy.say("go"));
  expect(lazy.descriptionOf(0, "load_toolset")).toContain("- own: Agent-made tools (double)");
  expect(lazy.told(1)).toContain('Load the toolset first: load_toolset {"id":"own"}');
  expect(lazy.offered(2)).toContain("double");

  await changeSetting(scene.agentId, "toolset:own", { mode: "on", instructions: "Only for bread." });
  await changeSetting(scene.agentId, "tool:double", { policy: "deny" });
  const denied = play({ calls: [call("double", { n: 1 })] }, { text: "I see." });
  await chunks(await denied.say("go"));
  expect(denied.told(0)).toContain("Only for bread.");
  expect(denied.told(1)).toContain("does not allow double");
});

describe("an approval", () => {
  const askFirst = () => changeSetting(scene.agentId, "tool:double", { policy: "ask" });

  test("is bound to the shown version: a changed tool asks again", async () => {
    await createTool(scene.agentId, double, user);
    await askFirst();
    const talk = play({ calls: [call("double", { n: 2 })] }, { text: "Done." });
    await chunks(await talk.say("go"));
    await updateTool(scene.agentId, "double", { code: "return 'something else'" }, user);
    await chunks(await talk.answer("double", { decision: "approve" }));
    expect((await talk.read()).run?.status).toBe("waiting");
    await chunks(await talk.answer("double", { decision: "approve" }));
    await talk.read();
    expect(await rows(talk.id)).toMatchObject([{ status: "ok", output: "something else" }]);
  });

  test("with edited arguments is validated by the tool's schema", async () => {
    await createTool(scene.agentId, double, user);
    await askFirst();
    const talk = play({ calls: [call("double", { n: 2 })] }, { text: "Done." });
    await chunks(await talk.say("go"));
    const wrong = talk.answer("double", { decision: "edit", input: { n: "two" } });
    await expect(wrong).rejects.toMatchObject({ code: "invalid", details: [{ path: "output.input.n" }] });
    await chunks(await talk.answer("double", { decision: "edit", input: { n: 5 } }));
    await talk.read();
    expect(await rows(talk.id)).toMatchObject([{ status: "ok", output: 10 }]);
  });
});

test("offers a tool again after it was disabled and enabled", async () => {
  await createTool(scene.agentId, double, user);
  await setToolEnabled(scene.agentId, "double", false);
  const talk = play({ calls: [call("enable_tool", { name: "double" })] }, { text: "On." });
  await chunks(await talk.say("go"));
  expect(talk.offered(0)).not.toContain("double");
  expect(talk.offered(1)).toContain("double");
  expect(await deleteTool(scene.agentId, "double", user)).toBe(true);
});
