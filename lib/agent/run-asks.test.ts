import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "@/lib/store/db";
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

  test("stays open as long as the message that is to close it is not taken", async () => {
    const talk = play({ calls: [{ tool: "render_blocks", input: list }] }, { text: "Fine." });
    await chunks(await talk.say("go"));
    await sql().unsafe(
      "alter table messages add constraint refused check (body not like '%never mind%') not valid",
    );
    await expect(talk.say("never mind")).rejects.toMatchObject({ code: "23514" });
    const { run, asks, messages } = await talk.read();
    expect([run?.status, asks.length, messages.length]).toEqual(["waiting", 1, 2]);
    await sql()`alter table messages drop constraint refused`;
    expect(textIn(await chunks(await talk.say("never mind")))).toBe("Fine.");
    expect((await talk.read()).messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
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
