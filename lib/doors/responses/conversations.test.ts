import type OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAgent } from "@/lib/store/agents/agent-making";
import { changeSetting, toolKey } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { forgetOldResponses } from "@/lib/store/loop/responses";
import { callIn, responsesDoor, WEATHER } from "./testing/door";

let door: Awaited<ReturnType<typeof responsesDoor>>;
beforeAll(async () => {
  door = await responsesDoor();
});
afterAll(() => door.scene.close());

test("a response that the user has continued in the workspace is continued in a copy", async () => {
  const { openai } = await door.enter();
  const prompts = door.play({ text: "Hello Ada." }, { text: "In the workspace." }, { text: "In the copy." });
  const first = await openai.responses.create({ input: "I am Ada." });
  const conversationId = first.conversation?.id ?? "";
  await door.sayElsewhere(conversationId, "Now I write.");
  const second = await openai.responses.create({ input: "Who am I?", previous_response_id: first.id });
  expect(second.output_text).toBe("In the copy.");
  expect(second.conversation?.id).not.toBe(conversationId);
  const sent = JSON.stringify(prompts[2]);
  expect([sent.includes("Hello Ada."), sent.includes("Now I write.")]).toEqual([true, false]);
});

test("a response with store: false cannot be read, but its function call can be answered", async () => {
  const { openai } = await door.enter();
  door.play({ calls: [{ tool: "get_weather", input: { city: "Bonn" } }] }, { text: "Rain." });
  const own = { store: false, tools: [WEATHER] };
  const first = await openai.responses.create({ ...own, input: "Weather?" });
  await expect(openai.responses.retrieve(first.id)).rejects.toMatchObject({ status: 404 });
  await expect(openai.responses.create({ input: "x", previous_response_id: first.id })).rejects.toMatchObject(
    {
      code: "previous_response_not_found",
    },
  );
  const call = callIn(first);
  const second = await openai.responses.create({
    ...own,
    input: [
      { role: "user", content: "Weather?" },
      { type: "function_call", call_id: call.call_id, name: call.name, arguments: call.arguments },
      { type: "function_call_output", call_id: call.call_id, output: "rain" },
    ],
  });
  expect([second.output_text, second.conversation?.id]).toEqual(["Rain.", first.conversation?.id]);
});

test("accepts one of two concurrent answers, and reports it to the other", async () => {
  const { openai } = await door.enter();
  const outcomes = new Set<string>();
  for (let round = 0; round < 20; round++) {
    door.play({ calls: [{ tool: "ask_user", input: { question: "Which?" } }] }, { text: "Thanks." });
    const first = await openai.responses.create({ input: "Choose." });
    const { call_id } = callIn(first);
    const input = [{ type: "function_call_output" as const, call_id, output: '{"answer":"program"}' }];
    const [there, here] = await Promise.allSettled([
      door.answerElsewhere(first.conversation?.id ?? "", { answer: "user" }),
      openai.responses.create({ previous_response_id: first.id, input }),
    ]);
    outcomes.add(`${there.status} ${here.status}`);
    if (here.status === "rejected") expect(here.reason).toMatchObject({ code: "already_answered" });
  }
  expect([...outcomes].every((one) => one === "fulfilled rejected" || one === "rejected fulfilled")).toBe(
    true,
  );
});

test("a token reaches other agents as models if its agent may ask them", async () => {
  const { openai } = await door.enter();
  await addAgent({ name: "My Scout" });
  const names = async () => (await openai.models.list()).data.map(({ id }) => id);
  expect(await names()).toContain("my-scout");
  door.play({ text: "Scout here." });
  const response = await openai.responses.create({ model: "My Scout", input: "Who?" });
  expect([response.model, response.output_text]).toEqual(["my-scout", "Scout here."]);
  await expect(
    openai.responses.create({ model: "easel", input: "x", previous_response_id: response.id }),
  ).rejects.toMatchObject({ param: "model" });
  await changeSetting(door.scene.agentId, toolKey("ask_agent"), { policy: "ask" });
  expect(await names()).not.toContain("my-scout");
  await expect(openai.responses.create({ model: "my-scout", input: "x" })).rejects.toMatchObject({
    status: 404,
  });
});

test("chat completions: reports a late answer, and the messages up to the call return the rest of the turn", async () => {
  const { openai } = await door.enter();
  door.play({ calls: [{ tool: "ask_user", input: { question: "Which?" } }] }, { text: "Blue." });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Choose." }];
  const first = await openai.chat.completions.create({ model: "easel", messages });
  const message = first.choices[0]?.message;
  const [call] = message?.tool_calls ?? [];
  if (!message || !call) throw new Error(JSON.stringify(first));
  expect(first.choices[0]?.finish_reason).toBe("tool_calls");
  await door.answerElsewhere(await door.latest(), { answer: "blue" });
  const late: OpenAI.ChatCompletionMessageParam = { role: "tool", tool_call_id: call.id, content: "red" };
  await expect(
    openai.chat.completions.create({ model: "easel", messages: [...messages, message, late] }),
  ).rejects.toMatchObject({ status: 400, code: "already_answered" });
  const rest = await openai.chat.completions.create({ model: "easel", messages: [...messages, message] });
  expect(rest.choices[0]?.message.content).toBe("Blue.");
});

test("forgets responses and the tools of programs after 30 days", async () => {
  const { openai } = await door.enter();
  door.play({ text: "Hello." }, { text: "Hello." });
  const [old, fresh] = [
    await openai.responses.create({ input: "x" }),
    await openai.responses.create({ input: "y" }),
  ];
  await sql()`update responses set created_at = now() - interval '31 days' where conversation_id = ${old.conversation?.id ?? ""}`;
  await sql()`update runs set ended_at = now() - interval '31 days' where conversation_id = ${old.conversation?.id ?? ""}`;
  await forgetOldResponses();
  await expect(openai.responses.retrieve(old.id)).rejects.toMatchObject({ status: 404 });
  expect(await openai.responses.retrieve(fresh.id)).toMatchObject({ output_text: "Hello." });
  const kept = await sql()`select conversation_id as id from runs where client is not null`;
  expect(kept.map(({ id }) => id)).not.toContain(old.conversation?.id);
  expect(kept.map(({ id }) => id)).toContain(fresh.conversation?.id);
});

test("an unknown history begins a conversation with its messages in order, and calls in it as text", async () => {
  const { openai } = await door.enter();
  const prompts = door.play({ text: "Fourth." }, { text: "Sixth." });
  const first = await openai.responses.create({
    input: [
      { role: "user", content: "First." },
      { role: "assistant", content: "Second." },
      { type: "function_call", call_id: "c", name: "render_and_wait", arguments: '{"code":"x"}' },
      { type: "function_call_output", call_id: "c", output: "done" },
      { role: "user", content: "Third." },
    ],
  });
  await openai.responses.create({ input: "Fifth.", previous_response_id: first.id });
  const stored = await sql()<{ role: string; parts: { type: string; text?: string }[] }[]>`
    select role, parts from messages where conversation_id = ${first.conversation?.id ?? ""} order by position`;
  const texts = stored.map(({ parts }) => parts.map(({ text = "" }) => text).join(""));
  expect(texts).toEqual([
    "First.",
    'Second.(Called render_and_wait with {"code":"x"})(render_and_wait returned: done)',
    ...["Third.", "Fourth.", "Fifth.", "Sixth."],
  ]);
  const [words, types] = [
    ["First.", "Second.", "Third.", "Fourth.", "Fifth."],
    stored.flatMap(({ parts }) => parts),
  ];
  expect(types.every(({ type }) => type === "text" || type === "step-start")).toBe(true);
  const sent = JSON.stringify(prompts[1]);
  const places = words.map((word) => sent.indexOf(word));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});
