import { randomUUID } from "node:crypto";
import { readUIMessageStream } from "ai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage, textIn } from "@/lib/agent/loop/testing/stage";
import type { Chunk, Message } from "@/lib/agent/message/message";
import { sql } from "@/lib/store/db";

const script = newScript();

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(() => sql()`with shared as (delete from workspace_settings) delete from settings`);

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

const question = (id?: string) => ({ id, tool: "ask_user", input: { question: "Which?" } });
const list = { tool: "render_blocks", input: { blocks: [{ type: "markdown", content: "Hi" }] } };
const statuses = (results: PromiseSettledResult<unknown>[]) => results.map(({ status }) => status);

async function shown(message: Message, stream: Chunk[]): Promise<Message["parts"]> {
  let parts = message.parts;
  const source = new ReadableStream<Chunk>({
    start(controller) {
      for (const chunk of stream) controller.enqueue(chunk);
      controller.close();
    },
  });
  for await (const now of readUIMessageStream<Message>({ message, stream: source, terminateOnError: true }))
    parts = now.parts;
  return parts;
}

describe("answers", () => {
  test("to 25 asks at once are all accepted, and resume the run once", async () => {
    const calls = Array.from({ length: 25 }, () => question());
    const talk = play({ calls }, { text: "All." });
    await chunks(await talk.say("go"));
    const answers = calls.map(async (_, n) =>
      chunks(await talk.answer(`call_${n + 1}`, { answer: `answer ${n}` })),
    );
    expect(statuses(await Promise.allSettled(answers))).toEqual(calls.map(() => "fulfilled"));
    const { messages, run, asks } = await talk.read();
    expect([run?.status, asks, talk.prompts.length]).toEqual(["completed", [], 2]);
    const outputs = messages[1]?.parts.flatMap((part) => ("output" in part ? [part.output] : []));
    expect(outputs).toEqual(calls.map((_, n) => ({ answer: `answer ${n}` })));
  });

  test("stream all later output, so that a tab that applies it has the stored message", async () => {
    const talk = play(
      { text: "One? ", calls: [question()] },
      { text: "Two? ", calls: [list] },
      { calls: [{ tool: "get_state", input: { key: "a" } }] },
      { text: "Done." },
    );
    await chunks(await talk.say("go"));
    let before = (await talk.read()).messages[1];
    for (const [id, output] of [
      ["call_1", { answer: "1" }],
      ["call_1-2", { action: "dismiss" }],
    ] as const) {
      if (!before) throw new Error("No message");
      const stream = await chunks(await talk.answer(id, output));
      const parts = await shown(structuredClone(before), stream);
      before = (await talk.read()).messages[1];
      expect(JSON.parse(JSON.stringify(parts))).toEqual(before?.parts);
    }
    expect(textIn(before?.parts ?? [])).toBe("One? Two? Done.");
  });

  test("end with a notice if the continued run reaches a limit", async () => {
    await sql()`insert into settings (agent_id, key, value) values (${scene.agentId}, 'limits', '{"steps":1}')`;
    const talk = play({ calls: [question()] }, { text: "Never." });
    await chunks(await talk.say("go"));
    const stream = await chunks(await talk.answer("call_1", { answer: "1" }));
    expect(stream.find(({ type }) => type === "data-notice")).toMatchObject({
      data: { code: "limit_steps" },
    });
  });

  test("apply to the newest ask if call ids repeat, or to the ask of the message that they name", async () => {
    const talk = play(
      { calls: [question("same")] },
      { text: "One." },
      { calls: [question("same")] },
      { text: "Two." },
    );
    await chunks(await talk.say("go"));
    await chunks(await talk.answer("same", { answer: "first" }));
    await chunks(await talk.say("again"));
    const { asks, messages } = await talk.read();
    const [old, current] = messages.filter(({ role }) => role === "assistant").map(({ id }) => id);
    expect(asks).toMatchObject([{ messageId: current }]);
    await expect(talk.answer("same", { answer: "x" }, old)).rejects.toMatchObject({
      code: "conflict",
      details: { status: "answered", output: { answer: "first" } },
    });
    await expect(talk.answer("same", { answer: "x" }, randomUUID())).rejects.toMatchObject({
      code: "not_found",
    });
    expect(textIn(await chunks(await talk.answer("same", { answer: "second" })))).toBe("Two.");
    await expect(talk.answer("same", { answer: "third" })).rejects.toMatchObject({
      code: "conflict",
      details: { output: { answer: "second" } },
    });
  });

  test("that are repeated return the same stream, and different ones are refused", async () => {
    const gate = Promise.withResolvers<void>();
    const form = { type: "form", fields: [{ name: "n", label: "N", type: "number" }], submitLabel: "Go" };
    const show = { id: "form", tool: "render_blocks", input: { blocks: [form] } };
    const talk = play(
      { text: "Well? ", calls: [show] },
      { text: "Thanks. ", until: gate.promise },
      { text: "!" },
    );
    await chunks(await talk.say("go"));
    const before = (await talk.read()).messages[1];
    if (!before) throw new Error("No message");
    const first = chunks(await talk.answer("form", { action: "submit", data: { n: 1 } }));
    const again = chunks(await talk.answer("form", { data: { n: 1 }, action: "submit" }));
    await expect(talk.answer("form", { action: "submit", data: { n: 2 } })).rejects.toMatchObject({
      code: "conflict",
    });
    gate.resolve();
    expect(await again).toEqual(await first);
    const { messages } = await talk.read();
    const late = await chunks(await talk.answer("form", { action: "submit", data: { n: 1 } }));
    expect(textIn(late)).toBe("Thanks. ");
    const parts = await shown(structuredClone(before), late);
    expect(JSON.parse(JSON.stringify(parts))).toEqual(messages[1]?.parts);
    expect(talk.prompts).toHaveLength(2);
  });

  test("are refused for other agents and conversations", async () => {
    const talk = play({ calls: [question()] });
    await chunks(await talk.say("go"));
    await expect(scene.conversation().answer("call_1", { answer: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    const { runAgent } = await import("@/lib/agent/loop/run");
    const foreign = { ...talk.where, agentId: randomUUID() };
    await expect(
      runAgent({ ...foreign, input: { answer: { toolCallId: "call_1", output: { answer: "x" } } } }),
    ).rejects.toMatchObject({ code: "not_found" });
    expect((await talk.read()).asks).toHaveLength(1);
  });

  test("are not cancelled by an earlier stop request", async () => {
    const talk = play({ calls: [question()] }, { calls: [question()] }, { text: "Done." });
    await chunks(await talk.say("go"));
    await sql()`update runs set stop_requested = now() where conversation_id = ${talk.id}`;
    await chunks(await talk.answer("call_1", { answer: "1" }));
    expect((await talk.read()).run?.status).toBe("waiting");
  });
});
