import { randomUUID } from "node:crypto";
import { type Chunk, chunks, spoken, Talk, type View, waitForText, written } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => call(url, method, path, body);

async function waiting(tool: string, input: unknown, ...rest: Parameters<Talk["say"]>[1][]) {
  const talk = new Talk(url);
  await chunks(await talk.say("go", { tool, input }, ...rest));
  const { asks } = await talk.until("waiting");
  return { talk, asks, toolCallId: asks[0]?.toolCallId ?? "" };
}

const types = (items: Chunk[]) => items.map(({ type }) => type);
const last = ({ messages }: View) => written(messages.at(-1) ?? { parts: [] });
const calls = ({ messages }: View) =>
  messages.flatMap(({ parts }) => parts.filter((part) => part.toolCallId));
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);

test("the health route lists the parts of the server", async () => {
  expect(await ask("GET", "/api/health")).toEqual({
    status: 200,
    body: {
      status: "ok",
      version: expect.any(String),
      database: "ok",
      jobs: "ok",
      sandbox: "ok",
      restart: null,
    },
  });
});

test("a conversation is created by its first message, listed, renamed and deleted", async () => {
  const talk = new Talk(url);
  const path = `/api/conversations/${talk.id}`;
  const response = await talk.say("Plan a walk", { text: "To the sea." });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
  const items = await chunks(response);
  expect(types(items).filter((type) => type !== "text-delta")).toEqual([
    "start",
    "start-step",
    "text-start",
    "text-end",
    "message-metadata",
    "finish-step",
    "finish",
  ]);
  expect(spoken(items)).toBe("To the sea.");
  expect((await ask("GET", path)).body).toEqual({
    conversation: {
      id: talk.id,
      title: expect.stringMatching(/^Plan a walk/),
      origin: "chat",
      createdAt: time,
      updatedAt: time,
      model: null,
      successors: null,
      pinned: false,
      pinnedSurface: null,
      prompt: null,
      approvedTools: [],
      isEnding: false,
      endedAt: null,
      summary: null,
      continuedBy: null,
      continues: null,
      project: null,
    },
    messages: [
      expect.objectContaining({ id: uuid, role: "user" }),
      expect.objectContaining({ id: items[0]?.messageId, role: "assistant" }),
    ],
    run: expect.objectContaining({ id: uuid, status: "completed", messageId: items[0]?.messageId }),
    asks: [],
    sheets: [],
  });

  const title = `Walk ${talk.id}`;
  const renamed = await ask("PATCH", path, { title });
  expect(renamed.body.conversation).toMatchObject({ id: talk.id, title });
  const found = await ask("GET", `/api/conversations?q=${encodeURIComponent(title.toUpperCase())}`);
  const run = { id: uuid, status: "completed" };
  expect(found.body).toEqual({
    conversations: [
      {
        ...{ id: talk.id, title, origin: "chat", createdAt: time, updatedAt: time },
        ...{ run, openAsks: 0, pinned: false, found: null },
      },
    ],
  });
  expect(await ask("DELETE", path)).toEqual({ status: 204, body: "" });
  expect((await ask("GET", path)).body.error).toMatchObject({ code: "not_found" });
  expect((await ask("GET", `/api/conversations?q=${talk.id}`)).body).toEqual({ conversations: [] });
});

test("lists conversations in pages, newest first and without duplicates", async () => {
  const mark = `page ${randomUUID()}`;
  for (let i = 0; i < 5; i++) await chunks(await new Talk(url).say(`${mark} ${i}`, { text: "ok" }));
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ q: mark, limit: "2" });
    if (cursor !== undefined) query.set("cursor", cursor);
    const { body } = await ask("GET", `/api/conversations?${query}`);
    titles.push(...body.conversations.map(({ title }: { title: string }) => title));
    cursor = body.nextCursor;
  } while (cursor !== undefined && titles.length < 9);
  expect(titles.map((title) => title.slice(mark.length + 1, mark.length + 2))).toEqual([..."43210"]);
});

test("accepts a message once, even if it is sent repeatedly or concurrently", async () => {
  const talk = new Talk(url);
  const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text: "hello" }] };
  const answers = await Promise.all(Array.from({ length: 8 }, () => talk.send({ message })));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  await Promise.all(answers.map((each) => each.text()));
  await (await talk.send({ message })).text();
  const { messages } = await talk.until("completed");
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
});

test("rejects a message with the id of another message", async () => {
  const talk = new Talk(url);
  await chunks(await talk.say("hello", { text: "hello" }));
  const id = (await talk.read()).messages[1]?.id;
  const message = { id, role: "user", parts: [{ type: "text", text: "lost?" }] };
  expect((await talk.send({ message })).status).toBe(409);
});

test("replays a stream from its start during the run; returns 204 if no run is live", async ({
  provider,
}) => {
  const talk = new Talk(url);
  const mine = await talk.say("go", [{ text: "one two " }, { gate: talk.id, text: "three" }]);
  await provider.gates.reached(talk.id);
  const theirs = await talk.follow();
  expect((await talk.read()).run?.status).toBe("running");
  provider.gates.open(talk.id);
  const [a, b] = await Promise.all([chunks(mine), chunks(theirs)]);
  expect(b).toEqual(a);
  expect(spoken(a)).toBe("one two three");
  expect((await talk.follow()).status).toBe(204);
});

test("stop keeps the output, and succeeds without a run", async () => {
  const talk = new Talk(url);
  const stream = await talk.say("go", [{ text: "one two " }, { hang: true }]);
  await waitForText(stream, "one two");
  const stop = () => ask("POST", `/api/chat/${talk.id}/stop`);
  const stopped = { status: 200, body: { run: { id: uuid, status: "stopped" } } };
  expect(await stop()).toEqual(stopped);
  expect(await stop()).toEqual(stopped);
  const view = await talk.read();
  expect(last(view)).toBe("one two ");
  expect(view.messages[1]?.parts.at(-1)).toMatchObject({ type: "data-notice", data: { kind: "stopped" } });
});

test("rejects answers that do not fit the ask, and accepts only the first one", async () => {
  const { talk, asks, toolCallId } = await waiting("ask_user", { question: "Which?" }, { text: "thanks" });
  expect(asks).toEqual([
    {
      toolCallId,
      toolName: "ask_user",
      kind: "answer",
      messageId: uuid,
      input: { question: "Which?" },
      because: null,
      awaits: true,
      createdAt: time,
    },
  ]);
  expect((await talk.answer("nobody-asked", { answer: "x" })).status).toBe(404);
  for (const output of [{}, { answer: " " }, { answer: 1 }, { answer: "x", more: 1 }, "x", null, []]) {
    const response = await talk.answer(toolCallId, output);
    expect([response.status, (await response.json()).error.details[0].path]).toEqual([
      422,
      expect.stringMatching(/^output/),
    ]);
  }
  const answers = await Promise.all(["a", "b", "c"].map((answer) => talk.answer(toolCallId, { answer })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const taken = answers.findIndex(({ ok }) => ok);
  await Promise.all(answers.map((each) => each.text()));
  const view = await talk.until("completed");
  expect(calls(view)[0]).toMatchObject({ output: { answer: "abc"[taken] } });
  expect(last(view)).toBe("thanks");
  const late = await (await talk.answer(toolCallId, { answer: "late" })).json();
  expect(late.error).toMatchObject({ code: "conflict", details: { status: "answered" } });
});

test("validates a form's data by its fields", async () => {
  const fields = [{ name: "age", label: "Age", type: "number", required: true }];
  const blocks = [{ type: "form", fields }];
  const { talk, toolCallId } = await waiting("render_blocks", { blocks }, { text: "thanks" });
  const wrong = await talk.answer(toolCallId, { action: "submit", data: { age: "old" } });
  expect(wrong.status).toBe(422);
  expect((await wrong.json()).error.details[0].path).toBe("output.data.age");
  expect((await talk.answer(toolCallId, { action: "dismiss" })).status).toBe(422);
  await chunks(await talk.answer(toolCallId, { action: "submit", data: { age: 41 } }));
  expect(calls(await talk.read())[0]).toMatchObject({ output: { action: "submit", data: { age: 41 } } });
});

test("a run with two open asks waits for both", async () => {
  const question = (text: string) => ({ tool: "ask_user", input: { question: text } });
  const talk = new Talk(url);
  await chunks(await talk.say("go", { tools: [question("one?"), question("two?")] }, { text: "thanks" }));
  const { asks } = await talk.until("waiting");
  const [first = "", second = ""] = asks.map(({ toolCallId }) => toolCallId);
  expect(spoken(await chunks(await talk.answer(second, { answer: "2" })))).toBe("");
  expect((await talk.read()).asks.map(({ toolCallId }) => toolCallId)).toEqual([first]);
  expect(spoken(await chunks(await talk.answer(first, { answer: "1" })))).toBe("thanks");
});

test("a file sent while a question is open reaches the model", async ({ provider }) => {
  const { talk } = await waiting("ask_user", { question: "Which?" }, { text: "thanks" });
  const file = { type: "file", mediaType: "image/png", url: "data:image/png;base64,iVBORw0KGgo=" };
  const text = { type: "text", text: `this one ${talk.id}` };
  await chunks(await talk.send({ message: { role: "user", parts: [text, file] } }));
  const asked = provider.log.entries
    .map(({ body }) => JSON.stringify(body))
    .filter((body) => body.includes(talk.id));
  expect(asked.some((body) => body.includes("iVBORw0KGgo="))).toBe(true);
});
