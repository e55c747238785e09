import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { writeText } from "@/lib/store/agents/identity";
import { sql } from "@/lib/store/db";
import { listConversations } from "@/lib/store/search/conversation-list";
import { searchConversations } from "@/lib/store/search/search";
import { testDatabase } from "@/lib/store/testing/database";
import { changeConversation, conversationJson, readConversation } from "./conversations";
import { deleteConversation, purge, purgeOld, restoreConversation } from "./deletion";
import { begin } from "./runs";

let agentId: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  agentId = await resolveAgent();
});
afterAll(() => drop());
beforeEach(() => sql()`delete from conversations`);

async function conversation(title: string, id: string = randomUUID()): Promise<string> {
  const started = await begin({ agentId, conversationId: id, message: { id: "m", parts: [] }, title });
  expect(started.outcome).toBe("begun");
  return id;
}

const titles = async (query: Parameters<typeof listConversations>[1]) =>
  (await listConversations(agentId, query)).conversations.map(({ title }) => title);

test("a conversation reports that the system prompt has changed, and switches to the live prompt only on request", async () => {
  const by = { author: "person", cause: null } as const;
  const put = (kind: "system_prompt" | "learned_notes", text: string) =>
    writeText(agentId, kind, () => text, by);
  const prompt = async (id: string) => (await readConversation(agentId, id))?.conversation.prompt;
  await put("system_prompt", "Be kind.");
  const { version: second } = await put("system_prompt", "Be kind. Be brief.");
  await put("learned_notes", "They like tea.");
  const id = await conversation("talk");
  expect(await prompt(id)).toBeNull();
  await put("learned_notes", "They like milk.");
  expect(await prompt(id)).toBeNull();
  const { version: third } = await put("system_prompt", "Be kind.");
  expect(await prompt(id)).toEqual({ version: second, live: third });
  const { version: blank } = await put("system_prompt", " ");
  expect(await prompt(id)).toEqual({ version: second, live: blank });
  await changeConversation(agentId, id, { newestPrompt: true });
  expect(await prompt(id)).toBeNull();
  const [row] = await sql()`select identity from conversations where id = ${id}`;
  expect(row?.identity).toBe("What you have learned so far:\nThey like milk.");
  const { version: live } = await put("system_prompt", "Be kind. Be brief.");
  expect(await prompt(id)).toEqual({ version: null, live });
  // A version with the same text counts as the same prompt.
  const again = await conversation("again");
  await put("system_prompt", "Other.");
  await put("system_prompt", "Be kind. Be brief.");
  expect(await prompt(again)).toBeNull();
});

describe("the list of conversations", () => {
  test("is ordered newest first, with the latest run and the number of open asks", async () => {
    const first = await conversation("first");
    const second = await conversation("second");
    await sql()`update runs set status = 'completed' where conversation_id = ${first}`;
    await sql()`update conversations set updated_at = now() - interval '1 day' where id = ${first}`;
    const { conversations, nextCursor } = await listConversations(agentId);
    expect(conversations).toMatchObject([
      { id: second, title: "second", run: { status: "running" }, openAsks: 0 },
      { id: first, title: "first", run: { status: "completed" } },
    ]);
    expect(nextCursor).toBeUndefined();
    expect(conversations[0]?.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(Object.keys(conversations[0] ?? {})).not.toContain("micros");
  });

  test("is paged without duplicates or gaps, even for equal times or a microsecond's difference", async () => {
    const names = Array.from({ length: 23 }, (_, n) => `c${n}`);
    for (const name of names) await conversation(name);
    await sql()`update conversations set updated_at = '2026-01-02 03:04:05.123456+00'`;
    await sql()`update conversations set updated_at = updated_at + interval '1 microsecond' where title like '%1%'`;
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listConversations(agentId, { limit: 4, ...(cursor && { cursor }) });
      seen.push(...page.conversations.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor);
    expect([...seen].sort()).toEqual([...names].sort());
    expect(seen.slice(0, 12).every((title) => title.includes("1"))).toBe(true);
  });

  test("lists pinned ones first, most recently pinned first, and only on the first page", async () => {
    const ids: string[] = [];
    for (const title of ["a", "b", "c", "d", "e"]) ids.push(await conversation(title));
    const pin = (n: number, pinned: boolean) => changeConversation(agentId, ids[n] ?? "", { pinned });
    for (const n of [1, 0, 1, 3]) await pin(n, true);
    await pin(3, false);
    const first = await listConversations(agentId, { limit: 2 });
    expect(first.conversations.map(({ title, pinned }) => [title, pinned])).toEqual([
      ["a", true],
      ["b", true],
      ["e", false],
      ["d", false],
    ]);
    const rest = await listConversations(agentId, { limit: 2, cursor: first.nextCursor ?? "" });
    expect(rest.conversations.map(({ title }) => title)).toEqual(["c"]);
    expect(rest.nextCursor).toBeUndefined();
  });

  test.each([
    "x",
    "1|2",
    `1_${"-".repeat(36)}`,
    `99999999999999999_${randomUUID()}`,
    `-1_${randomUUID()}`,
    `2026-02-31 10:00:00+00|${randomUUID()}`,
  ])("rejects an invalid cursor: %s", async (cursor) => {
    await expect(listConversations(agentId, { cursor })).rejects.toMatchObject({ code: "invalid" });
  });

  test("accepts any time that fits a cursor", async () => {
    await conversation("here");
    expect(await titles({ cursor: `9999999999999999_${randomUUID()}` })).toEqual(["here"]);
    expect(await titles({ cursor: `0_${randomUUID()}` })).toEqual([]);
  });
});

test("listing and searching can be limited to conversations of one origin", async () => {
  await conversation("morning talk");
  const ids = [await conversation("morning plan"), await conversation("morning pages")];
  await sql()`update conversations set origin = 'job' where title <> 'morning talk'`;
  expect(await titles({ origin: "job" })).toEqual(["morning pages", "morning plan"]);
  const { nextCursor } = await listConversations(agentId, { origin: "job", limit: 1 });
  expect(await titles({ origin: "job", limit: 1, cursor: nextCursor })).toEqual(["morning plan"]);
  expect(await titles({ origin: "chat" })).toEqual(["morning talk"]);
  expect(await titles({ origin: "pulse" })).toEqual([]);
  const { conversations } = await searchConversations(agentId, "morning", { origin: "job" });
  expect(conversations.map(({ title, origin }) => [title, origin])).toEqual([
    ["morning pages", "job"],
    ["morning plan", "job"],
  ]);
  expect((await readConversation(agentId, ids[0] ?? ""))?.conversation.origin).toBe("job");
});

describe("a conversation", () => {
  test("is read without the message that a running run is writing", async () => {
    const id = await conversation("talk");
    expect(await readConversation(agentId, id)).toMatchObject({
      conversation: { id, title: "talk", model: null },
      messages: [{ id: "m", role: "user" }],
      run: { status: "running" },
      asks: [],
    });
    await sql()`update runs set status = 'waiting' where conversation_id = ${id}`;
    expect((await readConversation(agentId, id))?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
    ]);
  });

  test("keeps its place in the list when it is changed, and is hidden from other agents", async () => {
    const id = await conversation("old");
    await conversation("newer");
    await changeConversation(agentId, id, { title: "new", model: "demo" });
    expect((await readConversation(agentId, id))?.conversation).toMatchObject({
      title: "new",
      model: "demo",
    });
    expect(await titles({})).toEqual(["newer", "new"]);
    const stranger = randomUUID();
    expect(await readConversation(stranger, id)).toBeNull();
    await expect(changeConversation(stranger, id, { title: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(deleteConversation(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("keeps the user's title and returns its pins", async () => {
    const id = await conversation("words");
    await changeConversation(agentId, id, { pinned: true, pinnedSurface: "m/call_1" });
    expect((await readConversation(agentId, id))?.conversation).toMatchObject({
      title: "words",
      pinned: true,
      pinnedSurface: "m/call_1",
    });
    await changeConversation(agentId, id, {
      title: "mine",
      model: "demo",
      pinnedSurface: null,
      pinned: false,
    });
    const [row] = await sql()`select title, titled_by, model, pinned_at, pinned_surface from conversations`;
    expect(row).toEqual({
      title: "mine",
      titled_by: "person",
      model: "demo",
      pinned_at: null,
      pinned_surface: null,
    });
    await changeConversation(agentId, id, { model: null });
    expect((await readConversation(agentId, id))?.conversation).toMatchObject({ title: "mine", model: null });
  });

  test("keeps the model that it started with if later messages name another", async () => {
    const id = randomUUID();
    const say = (n: number, model: string) =>
      begin({ agentId, conversationId: id, message: { id: `m${n}`, parts: [] }, title: "", model });
    expect(await say(1, "demo")).toMatchObject({ run: { model: "demo" } });
    await sql()`update runs set status = 'completed'`;
    expect(await say(2, "openai/other")).toMatchObject({ run: { model: "demo" } });
  });

  test("is read with the metadata of each message", async () => {
    const id = await conversation("talk");
    const metadata = {
      model: "openai/gpt-5.2",
      usage: { inputTokens: 3, outputTokens: 4, cost: 0.1 },
      calls: { call_1: { durationMs: 5 } },
    };
    await sql()`update messages set metadata = ${JSON.stringify(metadata)}::json where role = 'assistant'`;
    await sql()`update runs set status = 'completed'`;
    const [sent, answered] = (await readConversation(agentId, id))?.messages ?? [];
    expect(sent?.metadata).toEqual({ createdAt: expect.any(String) });
    expect(answered?.metadata).toMatchObject({ ...metadata, versions: null });
  });
});

describe("a deleted conversation", () => {
  test("is hidden until it is restored with its messages", async () => {
    const id = await conversation("gone");
    await deleteConversation(agentId, id);
    expect(await conversationJson(agentId, id)).toBeNull();
    expect(await titles({})).toEqual([]);
    await expect(changeConversation(agentId, id, { title: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    await restoreConversation(agentId, id);
    await restoreConversation(agentId, id);
    expect((await readConversation(agentId, id))?.messages).toHaveLength(1);
    expect(await titles({})).toEqual(["gone"]);
  });

  test("is purged with its messages after a day", async () => {
    const [old, fresh, retained] = [
      await conversation("a"),
      await conversation("b"),
      await conversation("c"),
    ];
    for (const id of [old, fresh]) await deleteConversation(agentId, id);
    await sql()`update conversations set deleted_at = now() - interval '25 hours' where id = ${old}`;
    await purgeOld();
    await expect(restoreConversation(agentId, old)).rejects.toMatchObject({ code: "not_found" });
    expect(await sql()`select from messages where conversation_id = ${old}`).toHaveLength(0);
    await restoreConversation(agentId, fresh);
    await purge(retained);
    expect((await titles({})).toSorted()).toEqual(["b", "c"]);
  });

  test("is replaced by a new conversation when a message is sent to its id", async () => {
    const id = await conversation("before");
    await deleteConversation(agentId, id);
    const again = () =>
      begin({ agentId, conversationId: id, message: { id: "m", parts: [] }, title: "after" });
    expect((await again()).outcome).toBe("busy");
    const started = await again();
    expect(started).toMatchObject({
      outcome: "begun",
      run: { history: [{ id: "m" }, { role: "assistant" }] },
    });
    expect(await titles({})).toEqual(["after"]);
  });
});
