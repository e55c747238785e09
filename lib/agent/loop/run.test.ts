import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { toolName } from "@/lib/agent/message/message";
import { sql } from "@/lib/store/db";
import { liveRuns } from "./live";
import { follow } from "./run";
import { stop } from "./stop";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const script = newScript();

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

test.each(["", " \n\t "])(
  "omits the identity from the system message if the prompt is %j",
  async (nothing) => {
    const [agent] = await sql()`select system_prompt, learned_notes from agents where id = ${scene.agentId}`;
    await sql()`update agents set system_prompt = ${nothing}, learned_notes = ${nothing} where id = ${scene.agentId}`;
    const talk = play({ text: "Hello." });
    await chunks(await talk.say("hello"));
    expect(talk.prompts[0]?.[0]).toMatchObject({
      role: "system",
      content: expect.stringMatching(/^# Tools\n/),
    });
    expect(talk.prompts[0]?.[0]?.content).not.toContain("learned so far");
    await sql()`update agents set ${sql()(agent ?? {})} where id = ${scene.agentId}`;
  },
);

describe("a plain answer", () => {
  test("is streamed and stored, and ends the run", async () => {
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

  test("has the earlier messages and the system prompt in its request", async () => {
    const talk = play({ text: "One." }, { text: "Two." });
    await chunks(await talk.say("first"));
    await chunks(await talk.say("second"));
    const [, second] = talk.prompts;
    expect(second?.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(JSON.stringify(second?.[0])).toMatch(/You are the agent.*## Canvas.*It is /s);
  });

  test("is given once for a repeated message", async () => {
    const talk = play({ text: "Once." }, { text: "Twice." });
    await chunks(await talk.say("hello", "m1"));
    await chunks(await talk.say("hello", "m1"));
    expect((await talk.read()).messages).toHaveLength(2);
    expect(talk.prompts).toHaveLength(1);
  });

  test("is given to one of two concurrent messages, and the other steers the run", async () => {
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
  test("run between two steps of the same message", async () => {
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

  test("report broken JSON, unknown names and invalid input to the model", async () => {
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
    expect(errors?.[0]).toMatch(/Invalid input for set_state/);
    expect(errors?.[1]).toMatch(/no tool "launch_rocket".*ask_user/);
    expect(errors?.[2]).toMatch(/blocks\[0\]\.chartType/);
    expect(textIn(messages[1]?.parts ?? [])).toBe("I see.");
  });

  test("beyond the limit of calls in one step are refused", async () => {
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

  test("called with a repeated id get unique ids", async () => {
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

describe("a running run", () => {
  test("stops at once and keeps its output", async () => {
    const talk = play({ text: "The first words. ", until: new Promise(() => {}) });
    const response = await talk.say("go");
    const replay = await follow(talk.id);
    for await (const piece of liveRuns().get(talk.id)?.message.follow() ?? [])
      if (piece.some((chunk) => chunk.includes("words"))) break;
    expect(await stop(scene.agentId, talk.id)).toMatchObject({ status: "stopped" });
    const [stream, other] = await Promise.all([chunks(response), replay ? chunks(replay) : []]);
    expect(stream).toEqual(other);
    const { messages, run } = await talk.read();
    expect(textIn(messages[1]?.parts ?? [])).toBe("The first words. ");
    expect(run?.status).toBe("stopped");
  });

  test("is replayed from its first chunk and is not among the saved messages", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play(
      { calls: [{ tool: "get_state", input: { key: "a" } }] },
      { text: "Late.", until: gate.promise },
    );
    await talk.say("go");
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(2));
    const view = await import("@/lib/store/loop/conversations").then((m) =>
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

  test("is steered by a message at the next step", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play(
      { text: "Working. ", until: gate.promise, calls: [{ tool: "get_state", input: { key: "a" } }] },
      { text: "Blue then." },
    );
    const first = talk.say("paint it red").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
    const second = talk.say("no, blue").then(chunks);
    const steered = async () => (await import("@/lib/store/loop/progress")).readProgress(talk.id);
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

  test("states the reason when the model fails, and keeps its output", async () => {
    const talk = play({ text: "Half an ", breaks: new Error("boom") });
    const stream = await chunks(await talk.say("go"));
    expect(stream.at(-1)).toMatchObject({ type: "finish", finishReason: "error" });
    const { messages, run } = await talk.read();
    expect(run).toMatchObject({ status: "failed", error: { code: "unknown" } });
    expect(textIn(messages[1]?.parts ?? [])).toBe("Half an ");
    expect(messages[1]?.parts.at(-1)).toMatchObject({ type: "data-notice", data: { kind: "error" } });
    expect(JSON.stringify(messages)).not.toContain("boom");
  });

  test("ends with a notice at its limit of steps", async () => {
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
