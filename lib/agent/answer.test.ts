import { randomUUID } from "node:crypto";
import { readUIMessageStream } from "ai";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { subscribe } from "@/lib/store/bus";
import { removeConversation } from "@/lib/store/conversations";
import { sql } from "@/lib/store/db";
import { readProgress } from "@/lib/store/progress";
import { liveRuns } from "./live";
import type { Chunk, Message } from "./message";
import { removeWithRun, stop } from "./stop";
import { type Step, scripted } from "./testing/model";
import { chunks, stage, textIn } from "./testing/stage";

const script = vi.hoisted(() => ({ model: null as unknown }));
vi.mock("@/lib/models/index", () => ({ resolveModel: async () => ({ model: script.model }) }));

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage();
});
afterAll(() => scene.close());
afterEach(() => sql()`delete from settings`);

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

const question = (id?: string) => ({ id, tool: "ask_user", input: { question: "Which?" } });
const list = { tool: "render_blocks", input: { blocks: [{ type: "markdown", content: "Hi" }] } };
const statuses = (results: PromiseSettledResult<unknown>[]) => results.map(({ status }) => status);

/** What a tab shows that had `message` and read `stream` on top. */
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
  test("to many asks at the same moment are all taken, and the run goes on once", async () => {
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

  test("stream all that comes after them: a tab that had the message has what is stored", async () => {
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

  test("are told of a limit that is reached", async () => {
    await sql()`insert into settings (agent_id, key, value) values (${scene.agentId}, 'limits', '{"steps":1}')`;
    const talk = play({ calls: [question()] }, { text: "Never." });
    await chunks(await talk.say("go"));
    const stream = await chunks(await talk.answer("call_1", { answer: "1" }));
    expect(stream.find(({ type }) => type === "data-notice")).toMatchObject({
      data: { code: "limit_steps" },
    });
  });

  test("go to the open ask where a provider uses an id again, and to the named message's if one is named", async () => {
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

  test("are nothing to other agents and conversations", async () => {
    const talk = play({ calls: [question()] });
    await chunks(await talk.say("go"));
    await expect(scene.conversation().answer("call_1", { answer: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    const { run } = await import("./run");
    const foreign = { ...talk.where, agentId: randomUUID() };
    await expect(
      run({ ...foreign, input: { answer: { toolCallId: "call_1", output: { answer: "x" } } } }),
    ).rejects.toMatchObject({ code: "not_found" });
    expect((await talk.read()).asks).toHaveLength(1);
  });

  test("are not undone by a stop that nobody was there to see", async () => {
    const talk = play({ calls: [question()] }, { calls: [question()] }, { text: "Done." });
    await chunks(await talk.say("go"));
    await sql()`update runs set stop_requested = now() where conversation_id = ${talk.id}`;
    await chunks(await talk.answer("call_1", { answer: "1" }));
    expect((await talk.read()).run?.status).toBe("waiting");
  });
});

describe("at the same moment", () => {
  const times = Array.from({ length: 8 }, (_, n) => n);

  test.each(times)("an answer and a stop: one of them decides (%i)", async () => {
    const talk = play({ calls: [list] }, { text: "Seen.", until: new Promise(() => {}) });
    await chunks(await talk.say("go"));
    const answered = talk.answer("call_1", { action: "dismiss" }).then(chunks);
    const [answer, stopped] = await Promise.allSettled([answered, stop(scene.agentId, talk.id)]);
    expect(stopped.status).toBe("fulfilled");
    const { run, asks, messages } = await talk.read();
    expect(asks).toEqual([]);
    const output = messages[1]?.parts.find((part) => "output" in part);
    expect(output).toMatchObject({
      output: { action: answer.status === "fulfilled" ? "dismiss" : "cancelled" },
    });
    expect(run?.status).toBe("stopped");
  });

  test.each(times)("an answer and a message: both count, each once (%i)", async () => {
    const talk = play({ calls: [question()] }, { text: "One." }, { text: "Two." });
    await chunks(await talk.say("go"));
    const both = await Promise.allSettled([
      talk.answer("call_1", { answer: "clicked" }).then(chunks),
      talk.say("typed").then(chunks),
    ]);
    expect(both[1]?.status).toBe("fulfilled");
    const { messages, run, asks } = await talk.read();
    expect([run?.status, asks]).toEqual(["completed", []]);
    const whole = JSON.stringify(messages);
    expect(whole.match(/typed/g)).toHaveLength(1);
    expect(whole.match(/clicked/g) ?? []).toHaveLength(both[0]?.status === "fulfilled" ? 1 : 0);
  });

  test.each(times)("the same message several times: it is taken once (%i)", async () => {
    const talk = play({ calls: [question()] }, { text: "One." }, { text: "Two." });
    await chunks(await talk.say("go"));
    await Promise.all([1, 2, 3, 4].map(() => talk.say("typed", "same").then(chunks)));
    expect(JSON.stringify((await talk.read()).messages).match(/typed/g)).toHaveLength(1);
    expect(talk.prompts).toHaveLength(2);
  });

  test.each(times)(
    "a stop and the moment when the run begins to wait: it is not left waiting (%i)",
    async (n) => {
      const gate = Promise.withResolvers<void>();
      const talk = play({ text: "Now: ", calls: [list], until: gate.promise });
      const stream = talk.say("go").then(chunks);
      await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
      gate.resolve();
      for (let turn = 0; turn < n; turn++) await new Promise(setImmediate);
      expect(await stop(scene.agentId, talk.id)).toMatchObject({ status: "stopped" });
      await stream;
      const { asks, run } = await talk.read();
      expect([asks, run?.status]).toEqual([[], "stopped"]);
    },
  );
});

describe("a conversation that is removed", () => {
  test("while its run waits takes all with it", async () => {
    const talk = play({ calls: [question()] });
    await chunks(await talk.say("go"));
    await removeWithRun(scene.agentId, talk.id);
    for (const table of [
      "conversations where id",
      ...["messages", "runs", "asks", "tool_calls"].map((name) => `${name} where conversation_id`),
    ])
      expect(await sql().unsafe(`select 1 from ${table} = '${talk.id}'`)).toHaveLength(0);
    await expect(talk.answer("call_1", { answer: "x" })).rejects.toMatchObject({ code: "not_found" });
    await expect(removeWithRun(scene.agentId, talk.id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("while its run works ends the work", async () => {
    const talk = play({ text: "Working ", until: new Promise(() => {}) });
    const stream = talk.say("go").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
    await removeWithRun(scene.agentId, talk.id);
    expect(textIn(await stream)).toBe("Working ");
    expect(liveRuns().has(talk.id)).toBe(false);
  });

  test("under a run that nobody stopped makes it end without a word", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play({ text: "Working ", until: gate.promise });
    const stream = talk.say("go").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
    await removeConversation(scene.agentId, talk.id);
    gate.resolve();
    expect(textIn(await stream)).toBe("Working ");
    expect(await readProgress(talk.id)).toBeNull();
  });
});

test("every change that somebody can see is told of", async () => {
  let told = 0;
  const talk = play({ calls: [question(), question()] }, { text: "Done." }, { calls: [question()] });
  const leave = subscribe((notice) => {
    if (notice.type === "conversation" && notice.id === talk.id) told += 1;
  });
  const after = async (change: Promise<unknown>) => {
    told = 0;
    await change;
    await liveRuns().get(talk.id)?.settled;
    return told;
  };
  const counts = [
    await after(talk.say("go").then(chunks)),
    await after(talk.answer("call_1", { answer: "1" }).then(chunks)),
    await after(talk.answer("call_2", { answer: "2" }).then(chunks)),
    await after(talk.say("again").then(chunks)),
    await after(stop(scene.agentId, talk.id)),
    await after(removeWithRun(scene.agentId, talk.id)),
  ];
  leave();
  expect(counts.map((count) => count > 0)).toEqual(counts.map(() => true));
});
