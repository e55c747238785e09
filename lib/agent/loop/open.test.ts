import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import * as compile from "@/lib/code/compile/index";
import * as gating from "@/lib/code/components/gate";
import { createAuthoredComponent, updateComponent } from "@/lib/code/components/save";
import { replace } from "@/lib/ground/base/testing/replaced";
import { removeComponent } from "@/lib/store/agents/components";
import { sql } from "@/lib/store/db";
import { recoverRuns } from "./keeper";
import { stop } from "./stop";
import { lab, withLab } from "./testing/lab";
import { type Call, type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, killed, stage } from "./testing/stage";

const script = newScript({}, withLab());
const compiler = { compile: async (_source: string): Promise<void> => {} };
const prepareGate = vi.fn(async () => {});
replace(gating, { gate: async () => ({ verdict: "passed" }), prepareGate });
replace(compile, {
  runtimeVersion: () => "r1",
  canAnswer: async () => true,
  mayReadState: async () => false,
  compile: async (source: string) => {
    await compiler.compile(source);
    return source.includes("broken")
      ? { ok: false, error: { message: "Unexpected }", line: 3, column: 5, frame: "> 3 | }" } }
      : { ok: true, bundle: { js: source, css: "", map: "{}" } };
  },
});

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  lab.reset();
  compiler.compile = async () => {};
  await sql()`delete from components`;
});

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

const render = (input: unknown, id?: string): Call => ({ id, tool: "render_and_wait", input });
const user = { author: "person" } as const;
const create = (name: string, code: string, props_schema?: Record<string, unknown>) =>
  createAuthoredComponent(scene.agentId, { name, description: "d", code, props_schema }, user);
const last = (messages: Message[]) => messages.at(-1);
const facts = (messages: Message[]) => last(messages)?.metadata?.calls ?? {};
const errors = (messages: Message[]) =>
  messages.flatMap(({ parts }) =>
    parts.filter(isToolPart).flatMap((part) => (part.state === "output-error" ? [part.errorText] : [])),
  );
const hash = expect.stringMatching(/^[0-9a-f]{64}$/);

describe("the content of a pausing call", () => {
  test("is stored with the message, streamed to followers, and kept after the answer", async () => {
    const talk = play({ calls: [render({ code: "inline" }, "a")] }, { text: "Thanks." });
    const stream = await chunks(await talk.say("go"));
    const shown = { bundle: hash };
    expect(stream.filter(({ type }) => type === "message-metadata").at(-1)).toMatchObject({
      messageMetadata: { calls: { a: { shown } } },
    });
    const waiting = await talk.read();
    expect([waiting.run?.status, facts(waiting.messages)]).toMatchObject(["waiting", { a: { shown } }]);
    await chunks(await talk.answer("a", { action: "save", board: [1, { x: null }] }));
    const { messages, run } = await talk.read();
    expect(run?.status).toBe("completed");
    expect(facts(messages)).toMatchObject({ a: { shown, answeredAt: expect.any(String) } });
    expect(JSON.stringify(talk.prompts[1])).toContain('"board":[1,{"x":null}]');
  });

  test("stays at the shown version when the component changes", async () => {
    await create("Board", "one");
    const talk = play({ calls: [render({ component: "Board" }, "a")] }, { text: "Thanks." });
    await chunks(await talk.say("go"));
    await updateComponent(scene.agentId, "Board", { code: "two" }, user);
    const before = facts((await talk.read()).messages);
    expect(before).toMatchObject({ a: { shown: { bundle: hash, name: "Board", version: 1 } } });
    await removeComponent(scene.agentId, "Board", { author: "person", cause: null });
    expect(facts((await talk.read()).messages)).toEqual(before);
    await chunks(await talk.answer("a", { action: "done" }));
    expect(facts((await talk.read()).messages).a?.shown).toEqual(before.a?.shown);
  });

  test("can be a component that another call of the same step creates", async () => {
    const fields = { name: "Fresh", description: "d", code: "new" };
    const talk = play({
      calls: [render({ component: "Fresh" }, "a"), { id: "b", tool: "create_ui_component", input: fields }],
    });
    await chunks(await talk.say("go"));
    const { messages, run } = await talk.read();
    expect(run?.status).toBe("waiting");
    expect(facts(messages)).toMatchObject({ a: { shown: { name: "Fresh", version: 1 } } });
  });

  test("is prepared while the model is still writing the call", async () => {
    const written = Promise.withResolvers<void>();
    prepareGate.mockImplementationOnce(async () => written.resolve());
    const talk = play({
      writes: "render_and_wait",
      until: written.promise,
      calls: [render({ code: "new" })],
    });
    await chunks(await talk.say("go"));
    expect((await talk.read()).run?.status).toBe("waiting");
    expect(prepareGate).toHaveBeenCalledOnce();
  });

  test("keeps the order of the calls, and a failing call does not block the others", async () => {
    const fast = Promise.withResolvers<void>();
    compiler.compile = async (source) => {
      if (source === "slow") await fast.promise;
      if (source === "fast") fast.resolve();
    };
    const calls = [
      render({ code: "slow" }, "a"),
      render({ code: "broken" }, "b"),
      render({ code: "fast" }, "c"),
    ];
    const talk = play({ calls }, { text: "Thanks." });
    await chunks(await talk.say("go"));
    const { messages, asks } = await talk.read();
    expect(asks.map(({ toolCallId }) => toolCallId)).toEqual(["a", "c"]);
    expect(Object.keys(facts(messages))).toEqual(["a", "c"]);
    expect(errors(messages)).toEqual([expect.stringContaining("Unexpected } (line 3, column 5)\n\n> 3 | }")]);
  });
});

describe("content that cannot be shown", () => {
  test.each([
    [{ code: "broken" }, "does not compile: Unexpected }"],
    [{ component: "Nothing" }, 'There is no component "Nothing"'],
    [{}, "either component or code, not both"],
    [{ component: "A", code: "b" }, "either component or code, not both"],
    [{ component: "no/slashes" }, "A name starts with a letter"],
    [{ code: " " }, "Code needs at least"],
    [{ component: "Strict", props: { n: "x" } }, "props.n: Instance type"],
    [{ component: "Strict" }, 'required property "n"'],
  ])("%j fails the call, and the model continues", async (input, error) => {
    await create("Strict", "one", { properties: { n: { type: "number" } }, required: ["n"] });
    const talk = play({ calls: [render(input)] }, { text: "I shall mend it." });
    await chunks(await talk.say("go"));
    const { messages, run, asks } = await talk.read();
    expect([run?.status, asks]).toEqual(["completed", []]);
    expect(errors(messages)).toEqual([expect.stringContaining(error)]);
    expect(JSON.stringify(talk.prompts[1])).toContain("render_and_wait");
    const rows = await sql()`select status from tool_calls where conversation_id = ${talk.id}`;
    expect(rows).toMatchObject([{ status: "error" }]);
  });

  test("is reported without details if the cause is an internal error", async () => {
    compiler.compile = async () => {
      throw new Error("secret path /etc");
    };
    const talk = play({ calls: [render({ code: "x" })] }, { text: "Well." });
    await chunks(await talk.say("go"));
    const { messages } = await talk.read();
    expect(errors(messages)).toEqual([expect.stringContaining("failed with an internal error")]);
    expect(JSON.stringify(messages)).not.toContain("secret");
  });

  test("opens no ask if the run is stopped first", async () => {
    const never = new Promise<void>(() => {});
    compiler.compile = () => never;
    const talk = play({ calls: [render({ code: "never" })] });
    const stream = talk.say("go").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
    await stop(scene.agentId, talk.id);
    await stream;
    const { run, asks } = await talk.read();
    expect([run?.status, asks]).toEqual(["stopped", []]);
  });
});

describe("a server that dies", () => {
  test("leaves a waiting component as it was shown", async () => {
    await create("Board", "one");
    const talk = play({ calls: [render({ component: "Board" }, "a")] }, { text: "Thanks." });
    await chunks(await talk.say("go"));
    const before = await talk.read();
    await updateComponent(scene.agentId, "Board", { code: "two" }, user);
    await killed(talk.id);
    await recoverRuns(script.equipment);
    expect(await talk.read()).toEqual(before);
    await chunks(await talk.answer("a", { action: "done" }));
    expect((await talk.read()).run?.status).toBe("completed");
  });

  test("opens one ask after the restart if it died while compiling the component", async () => {
    let finishCompile: (() => void) | undefined;
    compiler.compile = () =>
      new Promise((resolve) => {
        finishCompile = resolve;
      });
    const talk = play(
      { calls: [{ id: "b", tool: "act", input: { n: 1 } }, render({ code: "late" }, "a")] },
      { text: "Thanks." },
    );
    void talk.say("go").then(chunks);
    await vi.waitFor(() => expect(finishCompile).toBeDefined());
    await killed(talk.id);
    finishCompile?.();
    await recoverRuns(script.equipment);
    const { messages, asks, run } = await talk.read();
    expect([run?.status, asks.map(({ toolCallId }) => toolCallId)]).toEqual(["waiting", ["a"]]);
    expect(facts(messages)).toMatchObject({ a: { shown: { bundle: hash } } });
    expect(talk.prompts).toHaveLength(1);
  });
});

describe("an answer", () => {
  test.each([
    [{}, "output.action"],
    [{ action: "" }, "output.action"],
    [{ action: 1 }, "output.action"],
    ["save", "output"],
    [null, "output"],
    [[{ action: "x" }], "output"],
    [{ action: "x".repeat(201) }, "output.action"],
    [{ action: "save", data: "é".repeat(500_000) }, "output"],
  ])("is refused if it is invalid (%#)", async (output, path) => {
    const talk = play({ calls: [render({ code: "x" }, "a")] });
    await chunks(await talk.say("go"));
    await expect(talk.answer("a", output)).rejects.toMatchObject({
      code: "invalid",
      details: [{ path }],
    });
  });

  test("of nearly 1 MB is accepted", async () => {
    const talk = play({ calls: [render({ code: "x" }, "a")] }, { text: "Much." });
    await chunks(await talk.say("go"));
    const output = { action: "save", data: "x".repeat(999_900) };
    await chunks(await talk.answer("a", output));
    expect((await talk.read()).run?.status).toBe("completed");
  });
});

test("describes the component runtime to the model", async () => {
  const { offer } = await import("@/lib/agent/offer/toolset");
  const { parseSettings } = await import("@/lib/store/agents/settings");
  const { toolsets } = await import("@/lib/tools/toolsets/index");
  const { forModel } = offer({
    settings: parseSettings(null),
    toolsets,
    loaded: new Set(),
    allowed: [],
  });
  expect(forModel.render_and_wait?.description).toContain(compile.describeRuntime());
  expect(Object.keys(forModel)).toEqual(expect.arrayContaining(["create_ui_component", "read_ui_component"]));
});
