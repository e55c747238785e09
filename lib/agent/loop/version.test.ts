import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { showBranch } from "@/lib/store/loop/branches";
import { readProgress } from "@/lib/store/loop/progress";
import { listConversations } from "@/lib/store/search/conversation-list";
import { recoverRuns } from "./keeper";
import { liveRuns } from "./live";
import { runAgent } from "./run";
import { withLab } from "./testing/lab";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, killed, stage, textIn } from "./testing/stage";

const script = newScript({}, withLab());

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  const talk = scene.conversation();
  const retry = (messageId = "") => runAgent({ ...talk.where, input: { retry: messageId } });
  const edit = (replaces: string, text: string, id?: string) =>
    runAgent({ ...talk.where, input: { message: { id, parts: [{ type: "text", text }] }, replaces } });
  const shown = async () => (await talk.read()).messages.map(({ parts }) => textIn(parts));
  const lastId = async () => (await talk.read()).messages.at(-1)?.id ?? "";
  return { ...talk, prompts: made.prompts, retry, edit, shown, lastId };
}

const question = { tool: "ask_user", input: { question: "Which?" } };
const never = new Promise(() => {});
const spoken = (prompt: unknown) => JSON.stringify(prompt).match(/(?<="text":")[^"]*/g) ?? [];

describe("another answer", () => {
  test("is streamed and replaces the first one, also in the model's history", async () => {
    const talk = play({ text: "One." }, { text: "Two." }, { text: "Three." });
    await chunks(await talk.say("go"));
    const first = await talk.lastId();
    const stream = await chunks(await talk.retry(first));
    expect([stream.at(0)?.type, textIn(stream), stream.at(-1)?.type]).toEqual(["start", "Two.", "finish"]);
    await chunks(await talk.say("on"));
    expect(await talk.shown()).toEqual(["go", "Two.", "on", "Three."]);
    expect(spoken(talk.prompts[1])).toEqual(["go"]);
    expect(spoken(talk.prompts[2])).toEqual(["go", "Two.", "on"]);
    await expect(talk.retry(first)).rejects.toMatchObject({ code: "conflict" });
    await showBranch(talk.where, first);
    expect(await talk.shown()).toEqual(["go", "One."]);
  });

  test("is refused while the agent writes", async () => {
    const talk = play({ text: "One." }, { text: "Two ", until: never });
    await chunks(await talk.say("go"));
    const first = await talk.lastId();
    void talk.say("on").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(2));
    for (const attempt of [() => talk.retry(first), () => talk.edit("x", "y")])
      await expect(attempt()).rejects.toMatchObject({ code: expect.stringMatching(/conflict|not_found/) });
    await expect(talk.retry(first)).rejects.toThrow("The agent is still writing. Stop it first.");
    liveRuns().get(talk.id)?.abort.abort("stopped");
  });

  test("closes the asks of the branch that it leaves", async () => {
    const talk = play({ calls: [question] }, { text: "Without asking." });
    await chunks(await talk.say("go"));
    const first = await talk.lastId();
    await expect(talk.retry("nothing")).rejects.toMatchObject({ code: "not_found" });
    expect((await talk.read()).asks).toHaveLength(1);
    expect(textIn(await chunks(await talk.retry(first)))).toBe("Without asking.");
    expect(await talk.read()).toMatchObject({ asks: [], run: { status: "completed" } });
    const { conversations } = await listConversations(scene.agentId);
    expect(conversations.find(({ id }) => id === talk.id)?.openAsks).toBe(0);
    await expect(talk.answer("call_1", { answer: "x" })).rejects.toMatchObject({ code: "conflict" });
    await showBranch(talk.where, first);
    const { messages, run } = await talk.read();
    expect(messages[1]?.parts.at(-1)).toMatchObject({ output: { action: "cancelled" } });
    expect(run?.status).toBe("stopped");
  });

  test("has separate asks, even with the same call ids", async () => {
    const talk = play({ calls: [question] }, { calls: [question] }, { text: "Thanks." });
    await chunks(await talk.say("go"));
    await chunks(await talk.retry(await talk.lastId()));
    expect((await talk.read()).asks).toHaveLength(1);
    await chunks(await talk.answer("call_1", { answer: "blue" }));
    expect((await talk.shown()).at(-1)).toBe("Thanks.");
    expect(spoken(talk.prompts[2])).toEqual(["go"]);
  });

  test("to a steered message leaves out the later messages", async () => {
    const gate = Promise.withResolvers<void>();
    const look = { tool: "look", input: { n: 1 } };
    const talk = play({ calls: [look], until: gate.promise }, { text: "B." }, { text: "A again." });
    const first = talk.say("a").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
    const second = talk.say("b").then(chunks);
    await vi.waitFor(async () => expect((await readProgress(talk.id))?.pending).toBe(1));
    gate.resolve();
    await Promise.all([first, second]);
    const { messages } = await talk.read();
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    await chunks(await talk.retry(messages[1]?.id));
    expect(await talk.shown()).toEqual(["a", "A again."]);
  });

  test("resumes on its own branch after a crash", async () => {
    const talk = play({ text: "One." }, { text: "Half ", until: never }, { text: "Whole." });
    await chunks(await talk.say("go"));
    void talk.retry(await talk.lastId()).then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(2));
    await killed(talk.id);
    await recoverRuns(script.equipment);
    expect(await talk.shown()).toEqual(["go", "Whole."]);
    expect(spoken(talk.prompts[2])).toEqual(["go"]);
  });

  test("does not have the toolsets loaded in another branch", async () => {
    await changeSetting(scene.agentId, "toolset:shelf", { mode: "on_demand" });
    const load = { tool: "load_toolset", input: { id: "shelf" } };
    const reach = { tool: "reach", input: { n: 1 } };
    const talk = play({ calls: [load] }, { text: "Loaded." }, { calls: [reach] }, { text: "Oh." });
    await chunks(await talk.say("go"));
    await chunks(await talk.retry(await talk.lastId()));
    const parts = (await talk.read()).messages.at(-1)?.parts ?? [];
    expect(parts.find(({ type }) => type === "tool-reach")).toMatchObject({
      state: "output-error",
      errorText: expect.stringContaining("Load the toolset first"),
    });
  });
});

describe("another message", () => {
  test("replaces the first one and all after it, once", async () => {
    const talk = play({ text: "One." }, { text: "Two." }, { text: "Other." });
    await chunks(await talk.say("go", "u1"));
    await chunks(await talk.say("on"));
    expect(textIn(await chunks(await talk.edit("u1", "go elsewhere", "u1b")))).toBe("Other.");
    expect(await chunks(await talk.edit("u1", "go elsewhere", "u1b"))).toEqual([]);
    expect(await talk.shown()).toEqual(["go elsewhere", "Other."]);
    expect((await talk.read()).conversation.title).toBe("go elsewhere");
    await expect(talk.edit("u1b", "x", await talk.lastId())).rejects.toMatchObject({ code: "conflict" });
  });

  test("sent twice concurrently returns the same stream", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play({ text: "One." }, { text: "Two.", until: gate.promise });
    await chunks(await talk.say("go", "u1"));
    const both = [talk.edit("u1", "again", "u2"), talk.edit("u1", "again", "u2")];
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(2));
    const responses = await Promise.all(both);
    gate.resolve();
    expect((await Promise.all(responses.map(chunks))).map(textIn)).toEqual(["Two.", "Two."]);
  });
});
