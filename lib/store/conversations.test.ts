import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeAll } from "@/lib/process";
import { resolveAgent } from "./agents";
import { changeConversation, listConversations, readConversation, removeConversation } from "./conversations";
import { sql } from "./db";
import { begin } from "./runs";
import { testDatabase } from "./testing/database";

let agentId: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  process.env.DATABASE_URL = database.url;
  drop = database.drop;
  agentId = await resolveAgent();
});
afterAll(async () => {
  await closeAll();
  await drop();
});
beforeEach(() => sql()`delete from conversations`);

async function conversation(title: string, id: string = randomUUID()): Promise<string> {
  const begun = await begin({ agentId, conversationId: id, message: { id: "m", parts: [] }, title });
  expect(begun.outcome).toBe("begun");
  return id;
}

const titles = async (query: Parameters<typeof listConversations>[1]) =>
  (await listConversations(agentId, query)).conversations.map(({ title }) => title);

describe("the list", () => {
  test("has the newest first, with the latest run and the number of open asks", async () => {
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

  test("comes in pages that neither repeat nor leave out, also where times are equal or differ by a microsecond", async () => {
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

  test("finds words of the title as they are written, in any case", async () => {
    for (const title of ["Trip to Porto", "50% off", "snake_case", "ÄRGER"]) await conversation(title);
    expect(await titles({ q: "porto" })).toEqual(["Trip to Porto"]);
    expect(await titles({ q: "%" })).toEqual(["50% off"]);
    expect(await titles({ q: "_" })).toEqual(["snake_case"]);
    expect(await titles({ q: "ärger" })).toEqual(["ÄRGER"]);
    expect(await titles({ q: "nothing" })).toEqual([]);
  });

  test.each([
    "x",
    "1|2",
    `1_${"-".repeat(36)}`,
    `99999999999999999_${randomUUID()}`,
    `-1_${randomUUID()}`,
    `2026-02-31 10:00:00+00|${randomUUID()}`,
  ])("refuses a cursor that it did not give: %s", async (cursor) => {
    await expect(listConversations(agentId, { cursor })).rejects.toMatchObject({ code: "invalid" });
  });

  test("takes any time that fits a cursor", async () => {
    await conversation("here");
    expect(await titles({ cursor: `9999999999999999_${randomUUID()}` })).toEqual(["here"]);
    expect(await titles({ cursor: `0_${randomUUID()}` })).toEqual([]);
  });
});

describe("one conversation", () => {
  test("leaves out the message that is being written, and only that", async () => {
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

  test("is changed without moving in the list, and nothing to another agent", async () => {
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
    await expect(removeConversation(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("goes with all that hangs on it", async () => {
    const id = await conversation("gone");
    await removeConversation(agentId, id);
    expect(await readConversation(agentId, id)).toBeNull();
    expect(await sql()`select from messages where conversation_id = ${id}`).toHaveLength(0);
  });
});
