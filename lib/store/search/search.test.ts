import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addAgent } from "@/lib/store/agents/agent-making";
import { listAgents, resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { beginVersion } from "@/lib/store/loop/branches";
import { changeConversation } from "@/lib/store/loop/conversations";
import { deleteConversation } from "@/lib/store/loop/deletion";
import { begin } from "@/lib/store/loop/runs";
import { testDatabase } from "@/lib/store/testing/database";
import { seed } from "@/lib/store/testing/seed";
import { searchAgents, searchConversations } from "./search";

let agentId: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  agentId = await resolveAgent();
});
afterAll(() => drop());
beforeEach(() => sql()`delete from conversations`);

const parts = (text: string) => [{ type: "text", text }];
const finish = () => sql()`update runs set status = 'completed'`;

/** Creates a conversation with these messages, whose ids are m0, m1 … */
async function talk(title: string, ...contents: string[]): Promise<string> {
  const conversationId = randomUUID();
  for (const [n, text] of contents.entries()) {
    const message = { id: `m${n}`, parts: parts(text) };
    expect((await begin({ agentId, conversationId, message, title })).outcome).toBe("begun");
    await finish();
  }
  return conversationId;
}

const find = async (q: string) => (await searchConversations(agentId, q)).conversations;
const titles = async (q: string) => (await find(q)).map(({ title }) => title);

test("searchConversations finds titles by substrings, ignoring case and accents", async () => {
  for (const title of ["Trip to Porto", "50% off", "snake_case", "ÄRGER im Café"]) await talk(title, "x");
  expect(await titles("porto")).toEqual(["Trip to Porto"]);
  expect(await titles("ort rip")).toEqual(["Trip to Porto"]);
  expect(await titles("%")).toEqual(["50% off"]);
  expect(await titles("_")).toEqual(["snake_case"]);
  expect(await titles("arger CAFÉ")).toEqual(["ÄRGER im Café"]);
  expect(await titles("porto snake")).toEqual([]);
  expect((await find("porto"))[0]).toMatchObject({ found: null, pinned: false, openAsks: 0 });
});

test("searchConversations finds messages that have a word with each of the prefixes, and returns the first one with an excerpt", async () => {
  await talk("One", "nothing", "We went to **Łódź** and the café.\nThen home.", "a café in Łódź again");
  await talk("Two", "only a cafeteria");
  expect(await titles("caf łód")).toEqual(["One"]);
  expect(await titles("CAFE")).toEqual(["Two", "One"]);
  expect(await titles("eteria")).toEqual([]);
  expect((await find("then cafe"))[0]?.found).toEqual({
    messageId: "m1",
    excerpt: "We went to Łódź and the café. Then home.",
  });
});

test("searchConversations ignores hidden branches, deleted conversations and other agents", async () => {
  const id = await talk("Talk", "zebra");
  await beginVersion(
    { agentId, conversationId: id },
    { replaces: "m0", message: { id: "new", parts: parts("horse") }, title: "" },
  );
  await finish();
  expect(await find("zebra")).toEqual([]);
  expect((await find("horse"))[0]?.found?.messageId).toBe("new");
  expect((await searchConversations(randomUUID(), "horse")).conversations).toEqual([]);
  await deleteConversation(agentId, id);
  expect(await find("horse")).toEqual([]);
});

test("searchConversations shows the words of a message with large parts as the excerpt", async () => {
  const id = await talk("Talk", "hello");
  const url = `data:image/png;base64,${Array.from({ length: 9_000 }, () => randomUUID()).join("")}`;
  const large = [{ type: "file", mediaType: "image/png", filename: "Oven Door.png", url }];
  await begin({ agentId, conversationId: id, message: { id: "large", parts: large }, title: "" });
  expect((await find("door"))[0]?.found).toEqual({ messageId: "large", excerpt: "oven door png" });
});

test("searchConversations lists results in pages, newest first, whether pinned or not", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await talk(`c${n}`, "same words"));
  await changeConversation(agentId, ids[0] ?? "", { pinned: true });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchConversations(agentId, "same", { limit: 2, ...(cursor && { cursor }) });
    seen.push(...page.conversations.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(["c4", "c3", "c2", "c1", "c0"]);
});

test("searchConversations lists results for very common words in pages, even if the first match is an old conversation", async () => {
  const size = { messages: 2, revisions: 0, components: 0, tools: 0, calls: 0 };
  await seed(sql(), agentId, { ...size, conversations: 4_000 });
  await sql()`update messages set body = 'cake' where conversation_id in (
    select id from conversations order by updated_at desc limit 1200)`;
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchConversations(agentId, "bread", { limit: 200, ...(cursor && { cursor }) });
    seen.push(...page.conversations.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  const all = await sql()`
    select id from conversations c where deleted_at is null
      and exists (select from messages where conversation_id = c.id and body like 'bread%')
    order by updated_at desc, id desc`;
  expect(seen).toEqual(all.map(({ id }) => id));
  expect(seen.length).toBeGreaterThan(2_700);

  // The scan of one agent's conversations ends before that of the others. No result of the others may be
  // lost.
  const scout = await addAgent({ name: "Reader" });
  await sql()`update conversations set agent_id = ${scout} where id in (
    select id from conversations order by updated_at desc offset 1000 limit 20)`;
  await sql()`update messages m set agent_id = c.agent_id from conversations c where c.id = m.conversation_id`;
  const agents = (await listAgents()).filter(({ id }) => [agentId, scout].includes(id));
  const both: string[] = [];
  do {
    const page = await searchAgents(agents, "bread", { limit: 200, ...(cursor && { cursor }) });
    both.push(...page.conversations.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(both).toEqual(seen);
});

test("searchAgents lists results of several agents in pages, newest first, and names the agent of each", async () => {
  const scout = await addAgent({ name: "Scout" });
  const [own, theirs] = [
    await Promise.all(numbers(3).map((n) => talk(`Own ${n}`, "walrus"))),
    [] as string[],
  ];
  for (const n of numbers(3)) {
    const conversationId = randomUUID();
    theirs.push(conversationId);
    const message = { id: "m0", parts: parts("walrus") };
    await begin({ agentId: scout, conversationId, message, title: `Theirs ${n}` });
  }
  await finish();
  const agents = (await listAgents()).filter(({ id }) => [agentId, scout].includes(id));
  const found: [string, string][] = [];
  let cursor: string | undefined;
  do {
    const page = await searchAgents(agents, "walrus", { limit: 2, ...(cursor && { cursor }) });
    expect(page.conversations.length).toBeLessThanOrEqual(2);
    found.push(...page.conversations.map(({ id, agent }): [string, string] => [id, agent?.name ?? ""]));
    cursor = page.nextCursor;
  } while (cursor);
  const newest = await sql()<
    { id: string }[]
  >`select id from conversations order by updated_at desc, id desc`;
  expect(found.map(([id]) => id)).toEqual(newest.map(({ id }) => id));
  expect(new Set(found.filter(([, name]) => name === "Scout").map(([id]) => id))).toEqual(new Set(theirs));
  expect(found).toHaveLength(own.length + theirs.length);
});

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

test("searchConversations finds long substrings of a title", async () => {
  const key = "0123456789abcdefghij".repeat(4);
  await talk(`Key ${key}`, "x");
  expect(await titles(key.slice(3))).toEqual([`Key ${key}`]);
  expect(await titles(`${key.slice(3, 60)}z`)).toEqual([]);
});

test.each(["'", "'a':* & b", "\\", "a & | ! b", "((", ":*", "  "])(
  "searchConversations searches for %j literally",
  async (q) => {
    await talk("Talk", "hello");
    expect(await find(q)).toEqual(q.trim() === "" ? [expect.objectContaining({ title: "Talk" })] : []);
  },
);
