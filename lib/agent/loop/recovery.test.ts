import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { answerCall } from "@/lib/agent/calls/answer";
import { type Chunk, isToolPart, type Message } from "@/lib/agent/message/message";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { findAsk } from "@/lib/store/loop/asks";
import { readProgress } from "@/lib/store/loop/progress";
import { recoverRuns } from "./keeper";
import { lab, withLab } from "./testing/lab";
import { type Call, type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, killed, stage, textIn } from "./testing/stage";

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

type Talk = ReturnType<typeof play>;

const never = new Promise(() => {});
const act = (n: number): Call => ({ tool: "act", input: { n } });
const look = (n: number): Call => ({ tool: "look", input: { n } });
const outcome = (messages: Message[]) => messages.map(({ role, parts }) => [role, textIn(parts)]);
const toolParts = (messages: Message[]) => messages.flatMap(({ parts }) => parts.filter(isToolPart));

async function startRunning(talk: Talk) {
  const stream = talk.say("go").then(chunks);
  await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
  return { stream };
}

describe("a run whose server died", () => {
  test("repeats the interrupted step and stores its text once", async () => {
    const talk = play(
      { calls: [look(1)] },
      { text: "Half an ", until: never },
      { text: "The whole answer." },
    );
    const shown: Chunk[] = [];
    const stream = talk.say("go").then(async (output) => {
      for await (const chunk of output) shown.push(chunk);
    });
    await vi.waitFor(() => expect(textIn(shown)).toBe("Half an "));
    await killed(talk.id);
    await stream;
    expect(textIn(shown)).toBe("Half an ");
    await recoverRuns(script.equipment);
    const { messages, run } = await talk.read();
    expect(outcome(messages)).toEqual([
      ["user", "go"],
      ["assistant", "The whole answer."],
    ]);
    expect(run?.status).toBe("completed");
    expect(lab.ran).toEqual(["look 1"]);
    expect(talk.prompts[2]).toEqual(talk.prompts[1]);
  });

  test("starts again if it had streamed nothing", async () => {
    const talk = play({ until: never }, { text: "Hello." });
    await startRunning(talk);
    await killed(talk.id);
    await recoverRuns(script.equipment);
    expect(outcome((await talk.read()).messages)).toEqual([
      ["user", "go"],
      ["assistant", "Hello."],
    ]);
  });

  test("does not repeat a call with effects that has no result", async () => {
    lab.act = async () => never;
    const talk = play({ text: "Acting. ", calls: [act(1)] }, { text: "I shall look." });
    void talk.say("go").then(chunks);
    await vi.waitFor(() => expect(lab.ran).toEqual(["act 1"]));
    await killed(talk.id);
    lab.reset();
    await recoverRuns(script.equipment);
    const { messages, run } = await talk.read();
    expect(lab.ran).toEqual([]);
    expect(toolParts(messages)).toMatchObject([
      { state: "output-error", errorText: expect.stringContaining("it may have taken effect") },
    ]);
    expect(outcome(messages)[1]).toEqual(["assistant", "Acting. I shall look."]);
    expect(run?.status).toBe("completed");
    const rows = await sql()`select status from tool_calls where conversation_id = ${talk.id}`;
    expect(rows).toMatchObject([{ status: "unknown" }]);
  });

  test("repeats an idempotent call that has no result", async () => {
    lab.act = async ({ n }) => (n === 2 ? never : { n });
    const talk = play({ text: "Looking. ", calls: [act(1), look(2)] }, { text: "Seen." });
    void talk.say("go").then(chunks);
    await vi.waitFor(() => expect(lab.ran).toEqual(["act 1", "look 2"]));
    await killed(talk.id);
    lab.reset();
    await recoverRuns(script.equipment);
    const { messages } = await talk.read();
    expect(lab.ran).toEqual(["look 2"]);
    expect(toolParts(messages).map(({ state }) => state)).toEqual(["output-error", "output-available"]);
    expect(outcome(messages)[1]).toEqual(["assistant", "Looking. Seen."]);
    expect(talk.prompts).toHaveLength(2);
  });

  test("makes an approved call once", async () => {
    await changeSetting(scene.agentId, "tool:act", { policy: "ask" });
    const talk = play({ calls: [act(1)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    const found = await findAsk(scene.agentId, talk.id, "call_1", null);
    if (!found) throw new Error("Nothing was asked");
    await answerCall(found.run, found.ask, { decision: "edit", input: { n: 5 } }, null);
    expect((await readProgress(talk.id))?.status).toBe("running");
    await killed(talk.id);
    await recoverRuns(script.equipment);
    expect((await talk.read()).run?.status).toBe("completed");
    expect(lab.ran).toEqual(["act 5"]);
  });

  test("does not ask again for approved calls, and keeps the user's edit", async () => {
    await changeSetting(scene.agentId, "tool:act", { policy: "ask" });
    await changeSetting(scene.agentId, "tool:look", { policy: "ask" });
    const talk = play({ calls: [act(1), look(2)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    lab.act = async () => never;
    await chunks(await talk.answer("call_1", { decision: "approve" }));
    void talk.answer("call_2", { decision: "edit", input: { n: 7 } }).then(chunks);
    await vi.waitFor(() => expect(lab.ran).toEqual(["act 1", "look 7"]));
    await killed(talk.id);
    lab.reset();
    await recoverRuns(script.equipment);
    const { messages, run, asks } = await talk.read();
    expect(lab.ran).toEqual(["look 7"]);
    expect([run?.status, asks]).toEqual(["completed", []]);
    expect(toolParts(messages)).toMatchObject([
      { state: "output-error" },
      { state: "output-available", input: { n: 7 } },
    ]);
  });

  test("does not repeat an edited call, and reports the original input to the model", async () => {
    await changeSetting(scene.agentId, "tool:act", { policy: "ask" });
    const talk = play({ calls: [act(1)] }, { text: "I shall look." });
    await chunks(await talk.say("go"));
    lab.act = async () => never;
    void talk.answer("call_1", { decision: "edit", input: { n: 5 } }).then(chunks);
    await vi.waitFor(() => expect(lab.ran).toEqual(["act 5"]));
    await killed(talk.id);
    lab.reset();
    await recoverRuns(script.equipment);
    const { messages, run } = await talk.read();
    expect([run?.status, lab.ran]).toEqual(["completed", []]);
    expect(toolParts(messages)).toMatchObject([
      { state: "output-error", input: { n: 5 }, toolMetadata: { edited: { from: { n: 1 } } } },
    ]);
    const prompt = JSON.stringify(talk.prompts[1]);
    for (const text of ["it may have taken effect", "Yours were"]) expect(prompt).toContain(text);
  });

  test("also answers a message that arrived before the server died", async () => {
    const talk = play({ text: "Half ", until: never }, { text: "Both." });
    await startRunning(talk);
    const steered = talk.say("and this").then(chunks);
    await vi.waitFor(async () => expect((await readProgress(talk.id))?.pending).toBe(1));
    await killed(talk.id);
    await recoverRuns(script.equipment);
    const { messages } = await talk.read();
    expect(outcome(messages).filter(([, text]) => text)).toEqual([
      ["user", "go"],
      ["user", "and this"],
      ["assistant", "Both."],
    ]);
    expect(textIn(await steered)).toBe("Both.");
    expect(talk.prompts[1]?.map(({ role }) => role)).toEqual(["system", "user", "user"]);
  });

  test("accepts a message before another server resumes it", async () => {
    const talk = play({ text: "Half ", until: never }, { text: "Both." });
    await startRunning(talk);
    await killed(talk.id);
    const steered = talk.say("and this").then(chunks);
    await vi.waitFor(async () => expect((await readProgress(talk.id))?.pending).toBe(1));
    await recoverRuns(script.equipment);
    expect(textIn(await steered)).toBe("Both.");
  });

  test("is stopped and starts nothing if a stop was requested", async () => {
    lab.act = async () => never;
    const talk = play({ text: "Acting. ", calls: [act(1), look(2)] }, { text: "No." });
    void talk.say("go").then(chunks);
    await vi.waitFor(() => expect(lab.ran).toHaveLength(2));
    await killed(talk.id);
    await sql()`update runs set stop_requested = now() where conversation_id = ${talk.id}`;
    lab.reset();
    await recoverRuns(script.equipment);
    const { messages, run } = await talk.read();
    expect([run?.status, lab.ran, talk.prompts.length]).toEqual(["stopped", [], 1]);
    expect(textIn(messages[1]?.parts ?? [])).toBe("Acting. ");
    expect(toolParts(messages).every(({ state }) => state === "output-error")).toBe(true);
  });

  test("fails with a notice if its servers died repeatedly", async () => {
    const talk = play(
      { calls: [act(1)] },
      ...Array.from({ length: 9 }, (): Step => ({ text: "Half ", until: never })),
    );
    void talk.say("go").then(chunks);
    for (let crash = 1; crash <= 4; crash++) {
      await vi.waitFor(() => expect(talk.prompts).toHaveLength(crash + 1));
      await killed(talk.id);
      await recoverRuns(script.equipment);
    }
    const { messages, run } = await talk.read();
    expect(run).toMatchObject({ status: "failed", error: { code: "crashed" } });
    expect(messages[1]?.parts.at(-1)).toMatchObject({ type: "data-notice", data: { code: "crashed" } });
    expect(toolParts(messages)).toMatchObject([{ state: "output-available" }]);
  });

  test("answers a later message even if its servers died repeatedly", async () => {
    const talk = play({ text: "Half ", until: never }, { text: "Here I am." });
    await startRunning(talk);
    void talk.say("are you there?").then(chunks);
    await vi.waitFor(async () => expect((await readProgress(talk.id))?.pending).toBe(1));
    await killed(talk.id);
    await sql()`update runs set crashes = 9 where conversation_id = ${talk.id}`;
    await recoverRuns(script.equipment);
    const { messages, run } = await talk.read();
    expect(run).toMatchObject({ status: "completed", error: null });
    expect(outcome(messages).at(-1)).toEqual(["assistant", "Here I am."]);
  });
});
