import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { toolName } from "./message";
import { follow } from "./run";
import { stop } from "./stop";
import { type Step, scripted } from "./testing/model";
import { chunks, stage, textIn } from "./testing/stage";

const script = vi.hoisted(() => ({ model: null as unknown }));
vi.mock("@/lib/models/index", () => ({
  resolveModel: async () => ({ id: "test/model", isLocal: true, model: script.model }),
}));

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage();
});
afterAll(() => scene.close());

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

const form = {
  blocks: [
    {
      type: "form",
      submitLabel: "Go",
      fields: [{ name: "city", label: "City", type: "text", required: true }],
    },
  ],
};
const list = { blocks: [{ type: "markdown", content: "**Hello**" }] };

describe("a plain answer", () => {
  test("streams, is stored, and ends the run", async () => {
    const talk = play({ text: "Good morning to you." });
    const stream = await chunks(await talk.say("hello"));
    expect(textIn(stream)).toBe("Good morning to you.");
    expect(stream.at(0)).toMatchObject({ type: "start" });
    expect(stream.at(-1)).toMatchObject({ type: "finish", finishReason: "stop" });
    const { messages, run, asks, conversation } = await talk.read();
    expect(messages.map((m) => [m.role, textIn(m.parts)])).toEqual([
      ["user", "hello"],
      ["assistant", "Good morning to you."],
    ]);
    expect(run?.status).toBe("completed");
    expect(asks).toEqual([]);
    expect(conversation.title).toBe("hello");
  });

  test("has the conversation and the prompt before it", async () => {
    const talk = play({ text: "One." }, { text: "Two." });
    await chunks(await talk.say("first"));
    await chunks(await talk.say("second"));
    const [, second] = talk.prompts;
    expect(second?.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(JSON.stringify(second?.[0])).toMatch(/You are the agent.*## Canvas.*It is /s);
  });

  test("is not given twice for the same message", async () => {
    const talk = play({ text: "Once." }, { text: "Twice." });
    await chunks(await talk.say("hello", "m1"));
    await chunks(await talk.say("hello", "m1"));
    expect((await talk.read()).messages).toHaveLength(2);
    expect(talk.prompts).toHaveLength(1);
  });

  test("is given to one of two messages that come at the same moment, and the other steers", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play({ text: "One. ", until: gate.promise }, { text: "Two." });
    const both = [talk.say("a", "a"), talk.say("b", "b")];
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
    gate.resolve();
    await Promise.all(both.map(async (each) => chunks(await each)));
    const { messages } = await talk.read();
    expect(messages.filter((m) => m.role === "user")).toHaveLength(2);
    expect(messages.filter((m) => m.role === "assistant").map((m) => textIn(m.parts))).toEqual([
      "One. ",
      "Two.",
    ]);
  });
});

describe("tools", () => {
  test("run between two steps, in the same message", async () => {
    const talk = play(
      {
        calls: [
          { tool: "set_state", input: { key: "a", value: [1] } },
          { tool: "delete_state", input: { key: "nothing" } },
        ],
      },
      { calls: [{ tool: "get_state", input: { key: "a" } }] },
      { text: "Done." },
    );
    await chunks(await talk.say("go"));
    const { messages, run } = await talk.read();
    const outputs = messages[1]?.parts.flatMap((p) => ("output" in p ? [p.output] : []));
    expect(outputs).toEqual([{ ok: true }, { deleted: false }, { value: [1] }]);
    expect(run?.status).toBe("completed");
  });

  test("tell the model what was wrong: broken JSON, an unknown name, a wrong input", async () => {
    const talk = play(
      {
        calls: [
          { tool: "set_state", input: "{broken" },
          { tool: "launch_rocket", input: {} },
          { tool: "render_blocks", input: { blocks: [{ type: "chart", chartType: "donut", data: {} }] } },
        ],
      },
      { text: "I see." },
    );
    await chunks(await talk.say("go"));
    const { messages } = await talk.read();
    const errors = messages[1]?.parts.flatMap((p) => ("errorText" in p ? [p.errorText] : []));
    expect(errors?.[0]).toMatch(/input of set_state does not fit/);
    expect(errors?.[1]).toMatch(/no tool "launch_rocket".*ask_user/);
    expect(errors?.[2]).toMatch(/blocks\[0\]\.chartType/);
    expect(textIn(messages[1]?.parts ?? [])).toBe("I see.");
  });

  test("of which there are too many in one step are refused, not run", async () => {
    const calls = Array.from({ length: 1000 }, (_, i) => ({
      id: `c${i}`,
      tool: "set_state",
      input: { key: `k${i}`, value: i },
    }));
    const talk = play({ calls }, { text: "Oh." });
    await chunks(await talk.say("go"));
    const { messages, run } = await talk.read();
    const states = messages[1]?.parts.flatMap((p) => ("state" in p && "toolCallId" in p ? [p.state] : []));
    expect(states?.filter((s) => s === "output-available")).toHaveLength(64);
    expect(states?.filter((s) => s === "output-error")).toHaveLength(936);
    expect(run?.status).toBe("completed");
  });

  test("called with an id that was used before are told apart", async () => {
    const talk = play(
      { calls: [{ id: "x", tool: "set_state", input: { key: "x", value: 1 } }] },
      { calls: [{ id: "x", tool: "get_state", input: { key: "x" } }] },
      { text: "Done." },
    );
    await chunks(await talk.say("go"));
    const { messages } = await talk.read();
    const ids = messages[1]?.parts.flatMap((p) => ("toolCallId" in p ? [p.toolCallId] : []));
    expect(ids).toEqual(["x", "x-2"]);
  });
});

describe("an ask", () => {
  test("makes the run wait, and the answer makes the same message go on", async () => {
    const talk = play(
      { text: "Tell me. ", calls: [{ tool: "render_blocks", input: form }] },
      { text: "Rome it is." },
    );
    const asked = await chunks(await talk.say("plan"));
    expect(asked.at(-1)).toMatchObject({ type: "finish", finishReason: "tool-calls" });
    const before = await talk.read();
    expect(before.run?.status).toBe("waiting");
    expect(before.asks).toMatchObject([{ toolCallId: "call_1", toolName: "render_blocks", kind: "answer" }]);
    const stream = await chunks(await talk.answer("call_1", { action: "submit", data: { city: "Rome" } }));
    expect(stream[0]).toMatchObject({ type: "start", messageId: before.messages[1]?.id });
    expect(textIn(stream)).toBe("Rome it is.");
    const { messages, run, asks } = await talk.read();
    expect(messages).toHaveLength(2);
    expect(textIn(messages[1]?.parts ?? [])).toBe("Tell me. Rome it is.");
    expect([run?.status, asks]).toEqual(["completed", []]);
    expect(JSON.stringify(talk.prompts[1])).toContain('"data":{"city":"Rome"}');
  });

  test("answered twice at once is answered once, and the other is told", async () => {
    const talk = play({ calls: [{ tool: "ask_user", input: { question: "Which?" } }] }, { text: "Fine." });
    await chunks(await talk.say("go"));
    const both = await Promise.allSettled([
      talk.answer("call_1", { answer: "a" }),
      talk.answer("call_1", { answer: "b" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find((each) => each.status === "rejected");
    expect(refused?.status === "rejected" && refused.reason).toMatchObject({ code: "conflict" });
    await talk.read();
    expect(talk.prompts).toHaveLength(2);
  });

  test("refuses what does not answer it, and unknown ids", async () => {
    const talk = play({ calls: [{ tool: "render_blocks", input: form }] });
    await chunks(await talk.say("go"));
    await expect(talk.answer("call_1", { action: "submit", data: {} })).rejects.toMatchObject({
      code: "invalid",
    });
    await expect(talk.answer("call_1", { action: "dismiss" })).rejects.toMatchObject({ code: "invalid" });
    await expect(talk.answer("call_9", { answer: "x" })).rejects.toMatchObject({ code: "not_found" });
    expect((await talk.read()).run?.status).toBe("waiting");
  });

  test("among several keeps the run waiting until the last is answered", async () => {
    const talk = play(
      {
        calls: [
          { tool: "ask_user", input: { question: "One?" } },
          { tool: "ask_user", input: { question: "Two?" } },
        ],
      },
      { text: "Both." },
    );
    await chunks(await talk.say("go"));
    const first = await chunks(await talk.answer("call_2", { answer: "2" }));
    expect(textIn(first)).toBe("");
    expect((await talk.read()).asks.map((a) => a.toolCallId)).toEqual(["call_1"]);
    expect(textIn(await chunks(await talk.answer("call_1", { answer: "1" })))).toBe("Both.");
  });

  test("takes what is typed in the chat as its answer", async () => {
    const talk = play({ calls: [{ tool: "ask_user", input: { question: "Name?" } }] }, { text: "Hello." });
    await chunks(await talk.say("go"));
    await chunks(await talk.say("Ada", "typed"));
    await chunks(await talk.say("Ada", "typed"));
    const { messages, run } = await talk.read();
    expect(messages).toHaveLength(2);
    expect(messages[1]?.parts.find((p) => "output" in p)).toMatchObject({ output: { answer: "Ada" } });
    expect(run?.status).toBe("completed");
  });

  test("on the canvas is closed by what is typed in the chat, which is the next message", async () => {
    const talk = play(
      { calls: [{ tool: "render_blocks", input: form }] },
      { text: "All right, something else." },
    );
    await chunks(await talk.say("go"));
    await chunks(await talk.say("never mind"));
    const { messages, asks } = await talk.read();
    expect(asks).toEqual([]);
    expect(messages.map((m) => m.role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(messages[1]?.parts.find((p) => "output" in p)).toMatchObject({
      output: { action: "message", text: "never mind" },
    });
  });

  test("is cancelled by Stop", async () => {
    const talk = play({ calls: [{ tool: "render_blocks", input: list }] });
    await chunks(await talk.say("go"));
    expect(await stop(scene.agentId, talk.id)).toMatchObject({ status: "stopped" });
    const { messages, asks } = await talk.read();
    expect(asks).toEqual([]);
    expect(messages[1]?.parts.find((p) => "output" in p)).toMatchObject({ output: { action: "cancelled" } });
  });

  test("beside a tool that runs waits after the tool has run", async () => {
    const talk = play(
      {
        calls: [
          { tool: "set_state", input: { key: "b", value: 1 } },
          { tool: "render_blocks", input: list },
        ],
      },
      { text: "Seen." },
    );
    await chunks(await talk.say("go"));
    const { messages } = await talk.read();
    expect(messages[1]?.parts.flatMap((p) => ("state" in p && "toolCallId" in p ? [p.state] : []))).toEqual([
      "output-available",
      "input-available",
    ]);
    expect(textIn(await chunks(await talk.answer("call_2", { action: "dismiss" })))).toBe("Seen.");
  });
});

describe("a running run", () => {
  test("stops at once and keeps what came", async () => {
    const talk = play({ text: "The first words. ", until: new Promise(() => {}) });
    const response = await talk.say("go");
    const replay = await follow(talk.id);
    await vi.waitFor(async () => expect(talk.prompts).toHaveLength(1));
    expect(await stop(scene.agentId, talk.id)).toMatchObject({ status: "stopped" });
    const [stream, other] = await Promise.all([chunks(response), replay ? chunks(replay) : []]);
    expect(stream).toEqual(other);
    const { messages, run } = await talk.read();
    expect(textIn(messages[1]?.parts ?? [])).toBe("The first words. ");
    expect(run?.status).toBe("stopped");
  });

  test("is replayed from its first chunk, and not among the messages", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play(
      { calls: [{ tool: "get_state", input: { key: "a" } }] },
      { text: "Late.", until: gate.promise },
    );
    await talk.say("go");
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(2));
    const view = await import("@/lib/store/conversations").then((m) =>
      m.readConversation(scene.agentId, talk.id),
    );
    expect(view?.messages.map((m) => m.role)).toEqual(["user"]);
    const replay = await follow(talk.id);
    gate.resolve();
    const all = replay ? await chunks(replay) : [];
    expect(all.map((c) => c.type).filter((t) => t.startsWith("tool"))).toEqual([
      "tool-input-available",
      "tool-output-available",
    ]);
    expect(textIn(all)).toBe("Late.");
    await talk.read();
    expect(await follow(talk.id)).toBeNull();
  });

  test("takes what is typed as steering at the next step", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play(
      { text: "Working. ", until: gate.promise, calls: [{ tool: "get_state", input: { key: "a" } }] },
      { text: "Blue then." },
    );
    const first = talk.say("paint it red").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
    const second = talk.say("no, blue").then(chunks);
    const steered = async () => (await import("@/lib/store/progress")).readProgress(talk.id);
    await vi.waitFor(async () => expect((await steered())?.pending).toBe(1));
    gate.resolve();
    expect(textIn(await first)).toBe("Working. ");
    expect(textIn(await second)).toBe("Blue then.");
    const { messages } = await talk.read();
    expect(messages.map((m) => [m.role, textIn(m.parts)])).toEqual([
      ["user", "paint it red"],
      ["assistant", "Working. "],
      ["user", "no, blue"],
      ["assistant", "Blue then."],
    ]);
    expect(talk.prompts[1]?.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "user"]);
  });

  test("says why when the model fails, and keeps what came before", async () => {
    const talk = play({ text: "Half an ", breaks: new Error("boom") });
    const stream = await chunks(await talk.say("go"));
    expect(stream.at(-1)).toMatchObject({ type: "finish", finishReason: "error" });
    const { messages, run } = await talk.read();
    expect(run).toMatchObject({ status: "failed", error: { code: "unknown" } });
    expect(textIn(messages[1]?.parts ?? [])).toBe("Half an ");
    expect(messages[1]?.parts.at(-1)).toMatchObject({ type: "data-notice", data: { kind: "error" } });
    expect(JSON.stringify(messages)).not.toContain("boom");
  });

  test("ends at its limit of steps and says so", async () => {
    const talk = play(
      ...Array.from({ length: 200 }, (): Step => ({ calls: [{ tool: "get_state", input: { key: "a" } }] })),
    );
    await chunks(await talk.say("go"));
    const { messages, run } = await talk.read();
    expect(run).toMatchObject({ status: "failed", error: { code: "limit_steps" } });
    expect(messages[1]?.parts.at(-1)).toMatchObject({
      data: { kind: "limit", message: expect.stringContaining("100 steps") },
    });
    expect(
      messages[1]?.parts.filter((p) => p.type.startsWith("tool-")).map((p) => toolName(p as never)),
    ).toHaveLength(100);
  });
});
