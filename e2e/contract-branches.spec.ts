import { randomUUID } from "node:crypto";
import { chunks, spoken, Talk, waitForText, written } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { directive } from "./provider/directive.ts";
import type { Turn } from "./provider/turn.ts";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => call(url, method, path, body);
const at = ({ id }: Talk) => `/api/conversations/${id}`;
const userMessage = (text: string, ...turns: Turn[]) => ({
  id: randomUUID(),
  role: "user",
  parts: [{ type: "text", text: turns.length > 0 ? `${text}\n${directive(...turns)}` : text }],
});
const shown = async (talk: Talk) =>
  (await talk.read()).messages.map((each) => written(each).split("\n", 1)[0]);
const idOf = async (talk: Talk, index: number) => (await talk.read()).messages.at(index)?.id ?? "";
const status = async (response: Promise<Response>) => (await response).status;
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

test("editing a message starts a branch, and both can be shown", async () => {
  const talk = new Talk(url);
  const [first, other] = [userMessage("go", { text: "One." }), userMessage("go elsewhere", { text: "Two." })];
  await chunks(await talk.send({ message: first }));
  const stream = await chunks(await talk.send({ message: other, replaces: first.id }));
  expect(spoken(stream)).toBe("Two.");
  expect(await shown(talk)).toEqual(["go elsewhere", "Two."]);
  expect((await talk.read()).messages[0]).toMatchObject({
    metadata: { createdAt: time, versions: [first.id, other.id] },
  });
  expect((await ask("PATCH", at(talk), { showMessage: first.id })).status).toBe(200);
  expect(await shown(talk)).toEqual(["go", "One."]);
  await chunks(await talk.say("on", { text: "Three." }));
  await ask("PATCH", at(talk), { showMessage: other.id });
  expect(await shown(talk)).toEqual(["go elsewhere", "Two."]);
  await ask("PATCH", at(talk), { showMessage: first.id });
  expect(await shown(talk)).toEqual(["go", "One.", "on", "Three."]);
});

test("a retried answer replaces the first one, once", async () => {
  const talk = new Talk(url);
  await chunks(await talk.say("go", { text: "One." }));
  const first = await idOf(talk, 1);
  const retry = { messageId: first };
  const stream = await talk.send({ retry });
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  await chunks(stream);
  expect(await status(talk.send({ retry }))).toBe(409);
  const second = await idOf(talk, 1);
  expect((await talk.read()).messages[1]).toMatchObject({ metadata: { versions: [first, second] } });
  expect((await talk.read()).messages).toHaveLength(2);
});

test("returns 409 for a retry or an edit during a run", async ({ provider }) => {
  const talk = new Talk(url);
  const first = userMessage("go", [{ text: "one " }, { gate: talk.id, text: "two" }]);
  const running = talk.send({ message: first });
  await provider.gates.reached(talk.id);
  const answer = await running;
  const id = (await talk.read()).run?.messageId ?? "";
  for (const body of [{ retry: { messageId: id } }, { message: userMessage("x"), replaces: first.id }]) {
    const refused = await talk.send(body);
    expect([refused.status, (await refused.json()).error.message]).toEqual([
      409,
      "The agent is still writing. Stop it first.",
    ]);
  }
  provider.gates.open(talk.id);
  await chunks(answer);
  expect(await status(talk.send({ retry: { messageId: "nothing" } }))).toBe(404);
  expect(await status(new Talk(url).send({ retry: { messageId: id } }))).toBe(404);
  for (const [body, path] of [
    [{ retry: { messageId: first.id } }, "retry.messageId"],
    [{ message: userMessage("x"), replaces: id }, "replaces"],
  ] as const) {
    const refused = await talk.send(body);
    expect([refused.status, (await refused.json()).error.details]).toEqual([
      422,
      [{ path, message: expect.any(String) }],
    ]);
  }
  expect((await ask("PATCH", at(talk), { showMessage: "nothing" })).status).toBe(404);
});

test("an edit closes open asks, and switching branches is refused while one is open", async () => {
  const talk = new Talk(url);
  const question = { tool: "ask_user", input: { question: "Which?" } };
  const first = userMessage("go", { text: "One." });
  await chunks(await talk.send({ message: first }));
  const asking = userMessage("ask", question);
  await chunks(await talk.send({ message: asking, replaces: first.id }));
  expect((await talk.until("waiting")).asks).toHaveLength(1);
  expect((await ask("PATCH", at(talk), { showMessage: first.id })).status).toBe(409);
  const plain = userMessage("do not ask", { text: "Well." });
  await chunks(await talk.send({ message: plain, replaces: asking.id }));
  const view = await talk.read();
  expect([view.asks, view.run?.status]).toEqual([[], "completed"]);
  const { body } = await ask("GET", "/api/conversations");
  expect(body.conversations.find(({ id }: { id: string }) => id === talk.id)).toMatchObject({ openAsks: 0 });
});

test("a conversation starts with the chosen model, if it exists", async () => {
  const talk = new Talk(url);
  const refused = await talk.send({ message: userMessage("go"), model: "nobody/nothing" });
  expect([refused.status, (await refused.json()).error.code]).toEqual([422, "invalid"]);
  expect((await ask("GET", at(talk))).status).toBe(404);
  const model = "openai-compatible/another-model";
  await chunks(await talk.send({ message: userMessage("go", { text: "One." }), model }));
  expect((await ask("GET", at(talk))).body.conversation.model).toBe(model);
});

test("pinned conversations come first, and a conversation can pin a surface", async () => {
  const [pinned, newer] = [new Talk(url), new Talk(url)];
  for (const talk of [pinned, newer]) await chunks(await talk.say("go", { text: "ok" }));
  const change = { pinned: true, pinnedSurface: "message/call" };
  expect((await ask("PATCH", at(pinned), change)).body.conversation).toMatchObject(change);
  const first = async () => (await ask("GET", "/api/conversations?limit=1")).body.conversations[0];
  expect(await first()).toMatchObject({ id: pinned.id, pinned: true });
  await ask("PATCH", at(pinned), { pinned: false, pinnedSurface: null });
  expect((await ask("GET", at(pinned))).body.conversation).toMatchObject({
    pinned: false,
    pinnedSurface: null,
  });
  expect(await first()).toMatchObject({ id: newer.id, pinned: false });
  for (const wrong of [{ pinned: 1 }, { pinnedSurface: "call" }, { pinnedAt: "now" }, { showMessage: "" }])
    expect((await ask("PATCH", at(pinned), wrong)).status).toBe(422);
});

test("search finds words of users and answers", async () => {
  const mark = `w${randomUUID().replaceAll("-", "")}`;
  const talk = new Talk(url);
  // In two parts, because the user's message contains the provider's text, too.
  await chunks(await talk.say(`go ${mark}a`, [{ text: `I said ${mark}` }, { text: "b once." }]));
  const find = async (q: string) =>
    (await ask("GET", `/api/conversations?q=${encodeURIComponent(q)}`)).body.conversations;
  expect(await find(`${mark.toUpperCase()}A`)).toMatchObject([{ id: talk.id }]);
  expect(await find(`said ${mark}b`)).toMatchObject([
    { id: talk.id, found: { messageId: await idOf(talk, 1), excerpt: `I said ${mark}b once.` } },
  ]);
  expect(await find(`nothing ${mark}b`)).toEqual([]);
});

test("deletion can be undone until a new message is sent", async () => {
  const talk = new Talk(url);
  const stream = await talk.say("go", [{ text: "one two " }, { hang: true }]);
  await waitForText(stream, "one two");
  expect((await ask("DELETE", at(talk))).status).toBe(204);
  for (const gone of [
    ask("GET", at(talk)),
    ask("PATCH", at(talk), { title: "x" }),
    ask("DELETE", at(talk)),
    ask("GET", `/api/chat/${talk.id}/stream`),
    ask("POST", `/api/chat/${talk.id}/stop`),
    ask("POST", "/api/chat", { id: talk.id, retry: { messageId: "x" } }),
    ask("POST", "/api/chat", { id: talk.id, answer: { toolCallId: "x", output: {} } }),
    ask("POST", `/api/conversations/${randomUUID()}/restore`),
  ])
    expect((await gone).status).toBe(404);
  const restored = await ask("POST", `${at(talk)}/restore`);
  expect(restored).toMatchObject({ status: 200, body: { conversation: { id: talk.id } } });
  expect(await talk.read()).toMatchObject({ run: { status: "stopped" }, messages: [{}, {}] });
  await ask("DELETE", at(talk));
  await chunks(await talk.say("anew", { text: "Fresh." }));
  expect(await shown(talk)).toEqual(["anew", "Fresh."]);
});

test("undoing a deletion reopens its asks", async () => {
  const talk = new Talk(url);
  await talk.say("go", { tool: "ask_user", input: { question: "Sea or hills?" } }, { text: "Gladly." });
  await talk.until("waiting");
  const toolCallId = (await talk.read()).asks[0]?.toolCallId ?? "";
  await ask("DELETE", at(talk));
  const answer = { id: talk.id, answer: { toolCallId, output: { answer: "Sea" } } };
  expect((await ask("POST", "/api/chat", answer)).status).toBe(404);
  await ask("POST", `${at(talk)}/restore`);
  expect(await talk.read()).toMatchObject({ run: { status: "waiting" }, asks: [{ toolCallId }] });
  expect(spoken(await chunks(await talk.answer(toolCallId, { answer: "Sea" })))).toBe("Gladly.");
});
