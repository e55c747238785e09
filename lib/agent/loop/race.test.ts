import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "@/lib/store/db";
import { stop } from "./stop";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

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

describe("concurrent requests", () => {
  const times = Array.from({ length: 8 }, (_, n) => n);

  test.each(times)("an answer and a stop: exactly one takes effect (%i)", async () => {
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

  test.each(times)("an answer and a message: each is stored at most once (%i)", async () => {
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

  test.each(times)("four copies of a message: it is stored once (%i)", async () => {
    const talk = play({ calls: [question()] }, { text: "One." }, { text: "Two." });
    await chunks(await talk.say("go"));
    await Promise.all([1, 2, 3, 4].map(() => talk.say("typed", "same").then(chunks)));
    expect(JSON.stringify((await talk.read()).messages).match(/typed/g)).toHaveLength(1);
    expect(talk.prompts).toHaveLength(2);
  });

  test.each(times)("a stop while the run begins to wait: the run is stopped (%i)", async (n) => {
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
  });
});
