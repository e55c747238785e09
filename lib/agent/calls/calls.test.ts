import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { stop } from "@/lib/agent/loop/stop";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { type Call, type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage, textIn } from "@/lib/agent/loop/testing/stage";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { changeSetting } from "@/lib/store/agents/change-settings";
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

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

const act = (n: number, id?: string): Call => ({ id, tool: "act", input: { n } });
const ask = () => changeSetting(scene.agentId, "tool:act", { policy: "ask" });
const toolParts = (messages: Message[]) => messages.flatMap(({ parts }) => parts.filter(isToolPart));
const rulesOf = async (conversationId: string) =>
  (
    await sql()<{ rules: unknown }[]>`
      select metadata->'calls' as rules from messages where conversation_id = ${conversationId} and role = 'assistant'`
  ).map(({ rules }) => rules);
const rows = (conversationId: string) =>
  sql()<{ status: string; error: string | null; input: unknown; output: unknown }[]>`
    select status, error, input, output from tool_calls where conversation_id = ${conversationId} order by tool_call_id`;

describe("a tool that the user denies", () => {
  test("is refused with an error for the model", async () => {
    await changeSetting(scene.agentId, "tool:act", { policy: "deny" });
    const talk = play({ calls: [act(1)] }, { text: "I see." });
    await chunks(await talk.say("go"));
    expect(JSON.stringify(talk.prompts[1])).toContain("does not allow act");
    expect(lab.ran).toEqual([]);
    await talk.read();
    expect(await rows(talk.id)).toMatchObject([{ status: "denied" }]);
    expect(await rulesOf(talk.id)).toMatchObject([{ call_1: { refusedBy: "policy" } }]);
  });

  test("is refused even if it was approved before", async () => {
    await ask();
    const talk = play({ calls: [act(1)] }, { text: "I see." });
    await chunks(await talk.say("go"));
    await changeSetting(scene.agentId, "tool:act", { policy: "deny" });
    await chunks(await talk.answer("call_1", { decision: "approve" }));
    expect(lab.ran).toEqual([]);
  });

  test.each([
    ["disabled", () => changeSetting(scene.agentId, "tool:act", { enabled: false })],
    ["in a toolset that is off", () => changeSetting(scene.agentId, "toolset:lab", { mode: "off" })],
  ])("is neither offered nor run if it is %s", async (_, change) => {
    await change();
    const talk = play({ calls: [act(1)] }, { text: "I see." });
    await chunks(await talk.say("go"));
    expect(JSON.stringify(talk.prompts[1])).toContain("The user has disabled act.");
    expect(lab.ran).toEqual([]);
  });
});

describe("limits set by the user", () => {
  const limit = (name: string, change: object) => changeSetting(scene.agentId, `tool:${name}`, change);
  afterEach(() => sql()`delete from tool_rates`);

  test("refuse calls over the rate, and tell the model when the next call is allowed", async () => {
    await limit("act", { rateLimit: { calls: 2, per: "hour" } });
    const talk = play({ calls: [act(1, "a")] }, { calls: [act(2, "b"), act(3, "c")] }, { text: "I see." });
    await chunks(await talk.say("go"));
    expect(lab.ran).toHaveLength(2);
    expect(JSON.stringify(talk.prompts[2])).toMatch(
      /act was not run: the user allows 2 calls per hour, and this limit is reached\. You may call it again in \d{4} s, at \d{4}-/,
    );
    expect((await rows(talk.id)).map(({ status }) => status).sort()).toEqual(["denied", "ok", "ok"]);
    expect(JSON.stringify(await rulesOf(talk.id))).toContain('"refusedBy":"rate"');
  });

  test("do not count a call before the user approves it", async () => {
    await limit("act", { policy: "ask", rateLimit: { calls: 1, per: "day" } });
    const talk = play({ calls: [act(1)] }, { calls: [act(2, "again")] }, { text: "I see." });
    await chunks(await talk.say("go"));
    expect(await sql()`select from tool_rates`).toHaveLength(0);
    await chunks(await talk.answer("call_1", { decision: "approve" }));
    expect(lab.ran).toEqual(["act 1"]);
    await chunks(await talk.answer("again", { decision: "approve" }));
    expect(lab.ran).toEqual(["act 1"]);
    expect(JSON.stringify(talk.prompts[2])).toContain("allows 1 call per day");
  });

  test("end a call after the configured time, if it is less than the tool's", async () => {
    await limit("act", { timeoutSeconds: 1 });
    lab.act = () => new Promise(() => {});
    const talk = play({ calls: [act(1)] }, { text: "I see." });
    await chunks(await talk.say("go"));
    expect(JSON.stringify(talk.prompts[1])).toContain("act exceeded its limit of 1 s and was aborted");
  });

  test("refuse a question above the rate", async () => {
    await limit("ask_user", { rateLimit: { calls: 1, per: "hour" } });
    const question = { tool: "ask_user", input: { question: "Which?" } };
    const talk = play(
      { calls: [{ ...question, id: "q1" }] },
      { calls: [{ ...question, id: "q2" }] },
      { text: "Fine." },
    );
    await chunks(await talk.say("go"));
    await chunks(await talk.answer("q1", { answer: "This" }));
    expect(JSON.stringify(talk.prompts[2])).toContain(
      "ask_user was not run: the user allows 1 call per hour",
    );
  });
});

describe("a toolset on demand", () => {
  test("is listed, and its tools are available after loading for the rest of the conversation", async () => {
    const offered: string[] = [];
    const seen =
      (step: Exclude<Step, (...args: never[]) => unknown>): Step =>
      ({ tools }) => {
        offered.push(JSON.stringify(tools));
        return step;
      };
    const talk = play(
      seen({ calls: [{ tool: "reach", input: { n: 1 } }] }),
      { calls: [{ tool: "load_toolset", input: { id: "nothing" } }] },
      { calls: [{ tool: "load_toolset", input: { id: "shelf" } }] },
      seen({ calls: [{ tool: "reach", input: { n: 2 } }] }),
      { text: "Done." },
      { calls: [{ tool: "reach", input: { n: 3 } }] },
      { text: "Done." },
    );
    await chunks(await talk.say("go"));
    await chunks(await talk.say("again"));
    expect(lab.ran).toEqual(["reach 2", "reach 3"]);
    expect(offered[0]).toContain("- shelf: Shelf (reach)");
    expect(JSON.stringify(talk.prompts[1])).toContain("Load the toolset first");
    expect(JSON.stringify(talk.prompts[2])).toContain('There is no toolset \\"nothing\\"');
    expect(offered[1]).not.toContain("- shelf: Shelf");
  });
});

describe("a call", () => {
  test("is recorded before it runs and stored with its result", async () => {
    const seen: unknown[] = [];
    lab.act = async (_, { conversationId }) => {
      seen.push(...(await rows(conversationId)).map(({ status }) => status));
      return { n: 1 };
    };
    const talk = play({ calls: [act(1), act(2)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    await talk.read();
    expect(seen).toEqual(["running", "running", "running", "running"]);
    expect(await rows(talk.id)).toMatchObject([{ status: "ok", output: { n: 1 } }, { status: "ok" }]);
  });

  test("that takes too long is aborted, and the run continues", async () => {
    lab.act = () => new Promise(() => {});
    const talk = play({ calls: [{ tool: "rush", input: { n: 1 } }] }, { text: "Well." });
    expect(textIn(await chunks(await talk.say("go")))).toBe("Well.");
    expect(JSON.stringify(talk.prompts[1])).toContain("exceeded its limit of 0 s");
  });

  test("that throws is reported without the error's message", async () => {
    lab.act = async () => {
      throw new Error("secret path /etc");
    };
    const talk = play({ calls: [act(1)] }, { text: "Well." });
    await chunks(await talk.say("go"));
    expect(JSON.stringify(talk.prompts[1])).toContain("failed with an internal error");
    expect(JSON.stringify(await talk.read())).not.toContain("secret");
  });

  test.each([
    ["a long text", "\u{1f600}".repeat(200_000)],
    ["a large value", { list: Array.from({ length: 50_000 }, (_, n) => `item ${n}`) }],
  ])("truncates %s in its result and adds a note", async (_, output) => {
    lab.act = async () => output;
    const talk = play({ calls: [act(1)] }, { text: "Much." });
    await chunks(await talk.say("go"));
    const { messages, run } = await talk.read();
    expect(run?.status).toBe("completed");
    const [part] = toolParts(messages);
    expect(part).toMatchObject({ output: { truncated: true, note: expect.stringContaining("100000") } });
    expect(JSON.stringify(part).length).toBeLessThan(210_000);
  });

  test.each([
    ["nothing", undefined],
    ["a big integer", 1n],
    ["a function", () => 1],
    ["U+0000 and a lone surrogate", { "\0": "\0 \ud83d" }],
    ["an object with the key __proto__", JSON.parse('{"__proto__": 1}')],
  ])("that returns %s does not fail the run", async (_, output) => {
    lab.act = async () => output;
    const talk = play({ calls: [act(1), { tool: "look", input: { n: 2 } }] }, { text: "Odd." });
    expect(textIn(await chunks(await talk.say("go")))).toBe("Odd.");
    expect((await talk.read()).run?.status).toBe("completed");
  });

  test("does not start after a stop, even if it was queued", async () => {
    let hold = () => {};
    const started = new Promise<void>((resolve) => {
      hold = resolve;
    });
    lab.act = async () => {
      hold();
      await new Promise(() => {});
    };
    const calls = Array.from({ length: 30 }, (_, n) => act(n, `c${n}`));
    const talk = play({ text: "Working. ", calls });
    const stream = talk.say("go").then(chunks);
    await started;
    await stop(scene.agentId, talk.id);
    await stream;
    const { messages, run } = await talk.read();
    expect(lab.ran).toHaveLength(8);
    expect(run?.status).toBe("stopped");
    expect(toolParts(messages).every(({ state }) => state === "output-error")).toBe(true);
  });
});
