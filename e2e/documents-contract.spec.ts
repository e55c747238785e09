import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import type { Turn } from "./provider/turn.ts";

test("db_query cannot write chats or read keys, and gets the settings without secrets", async ({ easel }) => {
  const query = (operation: string, collection: string, rest: object = {}): Turn => ({
    tool: "db_query",
    input: { operation, collection, ...rest },
  });
  const talk = new Talk(easel.url);
  const load: Turn = { tool: "load_toolset", input: { id: "documents" } };
  const turns = [
    query("deleteMany", "chats", { filter: {} }),
    query("updateOne", "messages", { filter: {}, update: { $set: { text: "forged" } } }),
    query("insertOne", "settings", { data: { key: "sk-mine" } }),
    query("find", "keys"),
    query("find", "model_keys"),
    query("insertOne", "users", { data: { name: "me" } }),
    query("aggregate", "ai_a", { pipeline: [{ $lookup: { from: "keys", as: "k", pipeline: [] } }] }),
    query("aggregate", "contacts", { pipeline: [{ $out: "chats" }] }),
    query("find", "settings"),
  ];
  await (await talk.say("Look into the keys", load, ...turns, { text: "I may not." })).text();
  const { messages } = await talk.read();
  const parts = messages.at(-1)?.parts.filter(({ type }) => type === "tool-db_query") ?? [];
  const outputs = parts.map(({ errorText, output }) => errorText ?? JSON.stringify(output));
  const denied = (name: string) =>
    expect.stringContaining(`Access denied: '${name}' is a protected core collection`);
  const unreadable = expect.stringContaining("is not a collection that you may read");
  expect(outputs.slice(0, -1)).toEqual([
    ...["chats", "messages", "settings"].map(denied),
    ...[unreadable, unreadable],
    expect.stringContaining("Write operations are restricted to AI-managed collections"),
    unreadable,
    expect.stringContaining("$out is not allowed"),
  ]);
  expect(outputs.at(-1)).toMatch(/^\{"rows":/);
  expect(outputs.at(-1)).not.toMatch(/sk-|api_?key"?:"[^"]|secret/i);
  const { body } = await call(easel.url, "GET", `/api/conversations/${talk.id}`);
  expect(body.conversation.id).toBe(talk.id);
});
