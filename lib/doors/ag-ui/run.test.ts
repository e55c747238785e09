import { EventType } from "@ag-ui/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSetting, toolKey } from "@/lib/store/agents/change-settings";
import { write } from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { agUiDoor, readRun, run } from "./testing/door";

let door: Awaited<ReturnType<typeof agUiDoor>>;
beforeAll(async () => {
  door = await agUiDoor();
});
afterAll(() => door.scene.close());

const WEATHER = {
  name: "get_weather",
  description: "The weather of a city",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const ASKS = { calls: [{ tool: "ask_user", input: { question: "Which?" } }] };
const resolved = (interruptId: string, payload: unknown) => [
  { interruptId, status: "resolved" as const, payload },
];
const cancelled = (interruptId: string) => [{ interruptId, status: "cancelled" as const }];

test("streams a text, and the next run continues the thread", async () => {
  const robot = await door.enter();
  const prompts = door.play({ text: "Hello Ada." }, { text: "You are Ada." });
  const agent = robot.agent();
  const first = await run(agent, "I am Ada.", { context: [{ description: "Language", value: "English" }] });
  const types = first.events.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
  expect(types).toEqual([
    ...[EventType.RUN_STARTED, EventType.TEXT_MESSAGE_START, EventType.TEXT_MESSAGE_CONTENT],
    ...[EventType.TEXT_MESSAGE_END, EventType.RUN_FINISHED],
  ]);
  expect(first).toMatchObject({ text: "Hello Ada.", thrown: undefined });
  expect(first.finished).toMatchObject({
    outcome: { type: "success" },
    usage: [{ inputTokens: 10, outputTokens: 5, totalTokens: 15 }],
  });
  expect((await run(agent, "Who am I?")).text).toBe("You are Ada.");
  expect(agent.messages.map(({ content }) => content)).toEqual([
    ...["I am Ada.", "Hello Ada.", "Who am I?", "You are Ada."],
  ]);
  expect(JSON.stringify(prompts[0])).toContain("Language: English");
  expect(JSON.stringify(prompts[1])).not.toContain("Language: English");
  expect(prompts[1]?.filter(({ role }) => role !== "system")).toHaveLength(3);
});

test("calls a tool of the program, and its result continues the turn", async () => {
  const robot = await door.enter();
  const call = { tool: "get_weather", input: { city: "Bonn" } };
  door.play({ text: "I look.", calls: [call] }, { text: "It rains." });
  const agent = robot.agent();
  const first = await run(agent, "Weather in Bonn?", { tools: [WEATHER] });
  const message = agent.messages.at(-1);
  if (message?.role !== "assistant") throw new Error("no call");
  const [made] = message.toolCalls ?? [];
  expect(message.content).toBe("I look.");
  expect(made?.function).toEqual({ name: "get_weather", arguments: '{"city":"Bonn"}' });
  expect(first.finished?.outcome).toEqual({ type: "success", pendingToolCallIds: [made?.id] });
  agent.addMessage({ id: crypto.randomUUID(), role: "tool", toolCallId: made?.id ?? "", content: "rain" });
  const second = await run(agent, null, { tools: [WEATHER] });
  expect(second).toMatchObject({ text: "It rains.", thrown: undefined });
  // The program got no response, and sends the same input again.
  agent.messages = agent.messages.slice(0, 3);
  expect((await run(agent, null, { tools: [WEATHER] })).text).toBe("It rains.");
});

test("a question is an interrupt: resume answers it after an invalid answer", async () => {
  const robot = await door.enter();
  door.play(ASKS, { text: "The red one." });
  const agent = robot.agent();
  const { interrupts, finished } = await run(agent, "Choose.");
  expect(finished?.outcome).toMatchObject({ type: "interrupt" });
  expect(interrupts).toMatchObject([
    {
      reason: "input_required",
      message: expect.stringContaining("Which?"),
      responseSchema: { properties: { answer: { type: "string" } } },
      metadata: { kind: "question", tool: "ask_user", url: expect.stringMatching(/\/chat\/[0-9a-f-]{36}$/) },
    },
  ]);
  const id = interrupts[0]?.id ?? "";
  const invalid = await run(agent, null, { resume: resolved(id, { answer: 7 }) });
  expect(invalid.error).toMatchObject({ code: "invalid_answer" });
  expect(invalid.error?.message).toMatch(/^resume\[0\]: .*answer: /s);
  expect(agent.pendingInterrupts).toHaveLength(1);
  const valid = await run(agent, null, { resume: resolved(id, { answer: "red" }) });
  expect(valid).toMatchObject({ text: "The red one.", finished: { outcome: { type: "success" } } });
  expect(agent.pendingInterrupts).toEqual([]);
  // The same answer again returns the same output.
  const again = await run(agent, null, { resume: resolved(id, { answer: "red" }) });
  expect(again).toMatchObject({ text: "The red one.", error: undefined });
});

test("a text is an answer to a question", async () => {
  const robot = await door.enter();
  const prompts = door.play(ASKS, { text: "Fine." });
  const agent = robot.agent();
  const { interrupts } = await run(agent, "Choose.");
  const done = await run(agent, null, { resume: resolved(interrupts[0]?.id ?? "", "42") });
  expect(done.text).toBe("Fine.");
  expect(JSON.stringify(prompts[1])).toContain('"answer":"42"');
});

test("reports that a question was answered elsewhere, and streams what followed", async () => {
  const robot = await door.enter();
  door.play(ASKS, { text: "The blue one." });
  const agent = robot.agent();
  const { interrupts } = await run(agent, "Choose.");
  await door.answerElsewhere(await door.latest(), { answer: "blue" });
  const late = await run(agent, null, { resume: resolved(interrupts[0]?.id ?? "", { answer: "red" }) });
  expect(late).toMatchObject({ text: "The blue one.", error: undefined, thrown: undefined });
  expect(late.events.find(({ type }) => type === EventType.CUSTOM)).toMatchObject({
    name: "easel.warning",
    value: { code: "already_answered", message: expect.stringContaining("blue") },
  });
  expect(agent.pendingInterrupts).toEqual([]);
});

test("a late answer gets the next interrupt, which the program does not know", async () => {
  const robot = await door.enter();
  const again = { calls: [{ id: "again", tool: "ask_user", input: { question: "And then?" } }] };
  door.play(ASKS, again, { text: "Done." });
  const agent = robot.agent();
  const { interrupts } = await run(agent, "Choose.");
  await door.answerElsewhere(await door.latest(), { answer: "blue" });
  const late = await run(agent, null, { resume: resolved(interrupts[0]?.id ?? "", { answer: "red" }) });
  expect(late.interrupts).toMatchObject([{ message: expect.stringContaining("And then?") }]);
  const next = agent.pendingInterrupts[0]?.id ?? "";
  expect((await run(agent, null, { resume: resolved(next, { answer: "go" }) })).text).toBe("Done.");
});

test("a cancelled question stops the run, unless a message follows", async () => {
  const robot = await door.enter();
  door.play(ASKS);
  const agent = robot.agent();
  const { interrupts } = await run(agent, "Choose.");
  const stopped = await run(agent, null, { resume: cancelled(interrupts[0]?.id ?? "") });
  expect(stopped.finished?.outcome).toEqual({ type: "cancelled" });
  door.play({ text: "Here again." });
  expect((await run(agent, "Still there?")).text).toBe("Here again.");
});

test("an input that leaves out an open interrupt is refused, and without anything new gets it again", async () => {
  const robot = await door.enter();
  door.play(ASKS, { text: "Green." });
  const agent = robot.agent("left-out");
  const { interrupts } = await run(agent, "Choose.");
  agent.pendingInterrupts = [];
  const repeated = await run(agent, null);
  expect(repeated.interrupts).toHaveLength(1);
  agent.pendingInterrupts = [];
  const left = await run(agent, "Something else.");
  expect(left.error).toMatchObject({ code: "interrupts_open" });
  // Both ids of the interrupt answer it.
  agent.messages = agent.messages.slice(0, -1);
  const done = await run(agent, null, { resume: resolved(interrupts[0]?.id ?? "", { answer: "green" }) });
  expect(done.text).toBe("Green.");
});

test("goes on without an interrupt that the thread does not have", async () => {
  const robot = await door.enter();
  door.play({ text: "Hello." }, { text: "Again." });
  const agent = robot.agent();
  await run(agent, "Hi.");
  const { text, events } = await run(agent, "Hi again.", { resume: resolved("int-1", {}) });
  expect(text).toBe("Again.");
  expect(events.find(({ type }) => type === EventType.CUSTOM)).toMatchObject({
    value: { interruptId: "int-1", code: "interrupt_not_found" },
  });
});

test("only a member approves a call: the program can refuse it", async () => {
  const robot = await door.enter();
  await changeSetting(door.scene.agentId, toolKey("set_state"), { policy: "ask" });
  door.play({ calls: [{ tool: "set_state", input: { key: "a", value: 1 } }] }, { text: "Not stored." });
  const agent = robot.agent();
  const { interrupts } = await run(agent, "Store it.");
  expect(interrupts[0]).toMatchObject({ reason: "confirmation", metadata: { kind: "approval" } });
  const id = interrupts[0]?.id ?? "";
  for (const payload of [{ decision: "approve" }, { approved: true }, true, null])
    expect((await run(agent, null, { resume: resolved(id, payload) })).error).toMatchObject({
      code: "approval_required",
      message: expect.stringContaining("/chat/"),
    });
  expect((await run(agent, null, { resume: cancelled(id) })).text).toBe("Not stored.");
  await changeSetting(door.scene.agentId, toolKey("set_state"), { policy: "allow" });
});

test("two tokens with the same thread id have separate conversations", async () => {
  const [one, other] = [await door.enter(), await door.enter("*", "Other")];
  const prompts = door.play({ text: "A." }, { text: "B." }, { text: "C." });
  await run(one.agent("same"), "My secret is 4711.");
  const { conversation_id: first } = await lastResponse();
  await run(other.agent("same"), "What do you know?");
  expect((await lastResponse()).conversation_id).not.toBe(first);
  expect(JSON.stringify(prompts[1])).not.toContain("4711");
  // An interrupt of another token is unknown.
  await run(one.agent("same"), "And now?");
  expect(JSON.stringify(prompts[2])).toContain("4711");
});

test("an interrupt of another token cannot be answered", async () => {
  const [one, other] = [await door.enter(), await door.enter("*", "Other")];
  door.play(ASKS, { text: "Hello." });
  const { interrupts } = await run(one.agent("x"), "Choose.");
  const id = interrupts[0]?.id ?? "";
  const foreign = await run(other.agent("x"), "Hi.", { resume: resolved(id, { answer: "red" }) });
  expect(foreign.events.find(({ type }) => type === EventType.CUSTOM)).toMatchObject({
    value: { code: "interrupt_not_found" },
  });
  expect(foreign.text).toBe("Hello.");
});

test("two first runs of a thread at the same time share its conversation", async () => {
  const robot = await door.enter();
  door.play({ text: "One." }, { text: "Two." });
  await Promise.all([run(robot.agent("twice"), "First."), run(robot.agent("twice"), "Second.")]);
  const rows = await sql()<{ count: number }[]>`
    select count(distinct conversation_id)::int as count from responses where token_id = ${robot.id}`;
  expect(rows[0]?.count).toBe(1);
});

test("follows what a member wrote in the conversation", async () => {
  const robot = await door.enter();
  const prompts = door.play({ text: "A." }, { text: "B." }, { text: "C." });
  const agent = robot.agent();
  await run(agent, "One.");
  await door.sayElsewhere(await door.latest(), "A member was here.");
  await run(agent, "Two.");
  expect(JSON.stringify(prompts[2])).toContain("A member was here.");
});

test("a program that left gets the output with the same input", async () => {
  const robot = await door.enter();
  const written = Promise.withResolvers<void>();
  door.play({ text: "All of it.", until: written.promise });
  const agent = robot.agent();
  const left = new AbortController();
  setTimeout(() => left.abort(), 300);
  const lost = await run(agent, "Go on.", { abortController: left });
  expect(lost.finished).toBeUndefined();
  written.resolve();
  const again = await run(agent, null);
  expect(again.text).toBe("All of it.");
  expect(agent.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
});

test("reports a failed run and a cut answer", async () => {
  const robot = await door.enter();
  door.play({ fails: new Error("The model is gone") });
  const failed = await run(robot.agent(), "Hi.");
  expect(failed.error?.code).toBeTruthy();
  door.play({ text: "Too long", finish: "length" });
  const cut = await run(robot.agent(), "Hi.");
  expect(cut.finished?.result).toMatchObject({ incomplete: { code: "max_output_tokens" } });
});

test("sends the state that the token may read, and its changes", async () => {
  const { agentId } = door.scene;
  await write(agentId, "city", "Bonn", { author: "person", cause: null });
  const robot = await door.enter();
  door.play({ calls: [{ tool: "set_state", input: { key: "a.b", value: [1] } }] }, { text: "Stored." });
  const agent = robot.agent();
  const { events } = await run(agent, "Store it.");
  expect(events.find(({ type }) => type === EventType.STATE_SNAPSHOT)).toMatchObject({
    snapshot: { city: "Bonn" },
  });
  expect(events.find(({ type }) => type === EventType.STATE_DELTA)).toMatchObject({
    delta: [{ op: "add", path: "/a.b", value: [1] }],
  });
  expect(agent.state).toMatchObject({ city: "Bonn", "a.b": [1] });
  const limited = await door.enter(["ask_agent"]);
  door.play({ text: "Hello." });
  const other = await run(limited.agent(), "Hi.");
  expect(other.events.some(({ type }) => type.startsWith("STATE"))).toBe(false);
});

test("an image and a history of the program begin a thread", async () => {
  const robot = await door.enter();
  const prompts = door.play({ text: "A dot." });
  const value =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
  const { text } = await readRun(
    (
      await robot.post({
        ...{ threadId: "image", runId: "1", parentRunId: null, state: null, forwardedProps: null },
        messages: [
          { id: "1", role: "user", content: "Hello." },
          { id: "2", role: "reasoning", content: "Hm." },
          { id: "3", role: "assistant", content: "Hi.", toolCalls: null },
          {
            ...{ id: "4", role: "user" },
            content: [
              { type: "text", text: "What is it?" },
              { type: "image", source: { type: "data", value, mimeType: "image/png" } },
            ],
          },
        ],
      })
    ).text,
  );
  expect(text).toBe("A dot.");
  expect(JSON.stringify(prompts[0])).toContain("image/png");
  expect(prompts[0]?.filter(({ role }) => role !== "system")).toHaveLength(3);
});

async function lastResponse(): Promise<{ conversation_id: string }> {
  const [row] = await sql()<{ conversation_id: string }[]>`
    select conversation_id from responses order by created_at desc limit 1`;
  return row ?? { conversation_id: "" };
}
