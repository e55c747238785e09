import { randomUUID } from "node:crypto";
import { chunks, Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => call(url, method, path, body);
const compact = (id: string) => fetch(`${url}/api/chat/${id}/compact`, { method: "POST" });

test("streams and stores a requested summary, and keeps all messages", async () => {
  const talk = new Talk(url);
  for (const word of ["one", "two"]) await chunks(await talk.say(word, { text: `Heard ${word}.` }));
  const items = await chunks(await compact(talk.id));
  expect(items.filter(({ type }) => type === "data-compaction").map(({ data }) => data)).toEqual([
    { state: "working" },
    expect.objectContaining({ state: "done", by: "model", messages: 2 }),
  ]);
  const { messages, run } = await talk.read();
  expect([run?.status, messages.length]).toEqual(["completed", 5]);
  expect(messages[4]).toMatchObject({
    role: "assistant",
    parts: [{ type: "data-compaction", data: { state: "done", from: { messageId: messages[2]?.id } } }],
  });
  const retry = await talk.send({ retry: { messageId: messages[4]?.id } });
  expect(retry.status).toBe(409);
});

test("returns why a conversation cannot be summarised", async () => {
  expect((await compact(randomUUID())).status).toBe(404);
  expect([404, 422]).toContain((await compact("no-uuid")).status);
  const talk = new Talk(url);
  await chunks(await talk.say("one", { text: "Heard." }));
  const early = await compact(talk.id);
  expect([early.status, (await early.json()).error.code]).toEqual([409, "conflict"]);
  await chunks(await talk.say("two", { tool: "ask_user", input: { question: "Which?" } }));
  await talk.until("waiting");
  expect((await compact(talk.id)).status).toBe(409);
  expect((await talk.read()).asks).toHaveLength(1);
});

test("lists and revokes the permissions of a conversation", async () => {
  const talk = new Talk(url);
  await chunks(await talk.say("go", { text: "ok" }));
  const path = `/api/conversations/${talk.id}`;
  const allowed = async () => (await ask("GET", path)).body.conversation.approvedTools;
  expect(await allowed()).toEqual([]);
  const approvedTools = ["set_state", "delete_state"];
  expect((await ask("PATCH", path, { approvedTools })).body.conversation).toMatchObject({ approvedTools });
  await ask("PATCH", path, { approvedTools: ["set_state"] });
  await ask("PATCH", path, { title: "Other" });
  expect(await allowed()).toEqual(["set_state"]);
  for (const wrong of ["set_state", [1], [""], Array(201).fill("a")])
    expect((await ask("PATCH", path, { approvedTools: wrong })).status).toBe(422);
});
