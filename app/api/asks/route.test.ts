import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stop } from "@/lib/agent/loop/stop";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { testRequest } from "@/lib/platform/http/test-request";
import { type OpenAsk, openAskPage } from "@/lib/shared/chat/open-asks";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { sql } from "@/lib/store/db";
import { deleteConversation, restoreConversation } from "@/lib/store/loop/deletion";
import { claimUnnotifiedAsks } from "@/lib/store/loop/open-asks";
import { seed } from "@/lib/store/testing/seed";
import { GET as readCount } from "./count/route";
import { GET } from "./route";
import { POST as saySeen } from "./seen/route";

const script = newScript();

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
beforeEach(async () => {
  await sql()`delete from conversations`;
});
afterAll(() => scene.close());

async function talk(...steps: Step[]) {
  const { model } = scripted(steps);
  script.model = model;
  const conversation = scene.conversation();
  await chunks(await conversation.say("go"));
  return conversation;
}

const question = (text: string): Step => ({ calls: [{ tool: "ask_user", input: { question: text } }] });
const read = async (query = "") => {
  const response = await GET(testRequest(`/api/asks${query}`));
  return { status: response.status, body: await response.json() };
};
const asked = async (query = "") =>
  openAskPage
    .parse((await read(query)).body)
    .asks.map(({ input }: OpenAsk) => (input as { question: string }).question);
const count = async () => (await readCount(testRequest("/api/asks/count"))).json();

describe("open asks", () => {
  test("are listed newest first with conversation, message and reason", async () => {
    const first = await talk(question("Which?"));
    await talk(question("When?"));
    expect(await asked()).toEqual(["When?", "Which?"]);
    const { asks } = (await read()).body;
    const { messages } = await first.read();
    expect(asks[1]).toEqual({
      agentId: scene.agentId,
      conversationId: first.id,
      title: "go",
      origin: "chat",
      messageId: messages[1]?.id,
      toolCallId: "call_1",
      toolName: "ask_user",
      kind: "answer",
      input: { question: "Which?" },
      because: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test("are removed by an answer, a stop or another message", async () => {
    const answered = await talk(question("a"), { text: "Fine." });
    await chunks(await answered.answer("call_1", { answer: "x" }));
    const stopped = await talk(question("b"));
    await stop(scene.agentId, stopped.id);
    const passed = await talk({ calls: [{ tool: "render_blocks", input: form }] }, { text: "I see." });
    await chunks(await passed.say("something else"));
    expect((await read()).body).toEqual({ asks: [] });
  });

  test("are hidden while their conversation is deleted", async () => {
    const { id } = await talk(question("a"));
    await deleteConversation(scene.agentId, id);
    expect([await asked(), (await count()).count]).toEqual([[], 0]);
    await restoreConversation(scene.agentId, id);
    expect([await asked(), (await count()).count]).toEqual([["a"], 1]);
  });

  test("exclude asks of inactive branches and blocks without input", async () => {
    const branched = await talk(question("a"));
    await sql()`update messages set active = false where conversation_id = ${branched.id} and role = 'assistant'`;
    await talk({
      calls: [{ tool: "render_blocks", input: { blocks: [{ type: "markdown", content: "Hi" }] } }],
    });
    expect([await asked(), (await count()).count]).toEqual([[], 0]);
  });

  test("are listed for all agents or for one", async () => {
    const { id } = await talk(question("a"));
    const other = randomUUID();
    await sql()`insert into agents (id, name, system_prompt) values (${other}, 'Other', '')`;
    await sql()`update asks set agent_id = ${other} where conversation_id = ${id}`;
    await talk(question("b"));
    expect(await asked()).toEqual(["b", "a"]);
    expect(await asked(`?agent=${other}`)).toEqual(["a"]);
    expect(await asked(`?agent=${scene.agentId}`)).toEqual(["b"]);
    expect((await read(`?agent=${randomUUID()}`)).status).toBe(404);
  });
});

test.each([
  ["cursor=x", "cursor"],
  [
    `cursor=${Buffer.from(JSON.stringify(["2026-01-01T00:00:00.000000Z", "x", "m", "c"])).toString("base64url")}`,
    "cursor",
  ],
  ["limit=0", "limit"],
  ["limit=201", "limit"],
  ["limit=two", "limit"],
  ["limit=1&limit=2", "limit"],
])("returns 422 naming the parameter for %s", async (query, name) => {
  const { status, body } = await read(`?${query}`);
  expect([status, body.error.code]).toEqual([422, "invalid"]);
  expect(body.error.message).toContain(`${name}:`);
});

test("returns 1,000 asks in pages, each once, with their count", { timeout: 60_000 }, async () => {
  const size = {
    conversations: 1_100,
    messages: 2,
    revisions: 1,
    components: 1,
    tools: 1,
    calls: 1,
    waiting: 1_001,
  };
  // One of the conversations is deleted, so its ask does not count.
  await seed(sql(), scene.agentId, size);
  expect(await count()).toEqual({ count: 1_000, untold: 1_000, away: 0 });
  const ids = new Set<string>();
  let cursor = "";
  do {
    const { asks, nextCursor } = (await read(`?limit=200${cursor && `&cursor=${cursor}`}`)).body;
    for (const { conversationId } of asks) ids.add(conversationId);
    cursor = nextCursor ?? "";
  } while (cursor !== "");
  expect(ids.size).toBe(1_000);
});

describe("an ask without a notification", () => {
  test("is claimed once for a notification unless a tab has shown it", async () => {
    await talk(question("a"));
    expect(await count()).toEqual({ count: 1, untold: 1, away: 0 });
    expect((await saySeen(testRequest("/api/asks/seen", { method: "POST" }))).status).toBe(204);
    expect(await claimUnnotifiedAsks(sql(), 0)).toEqual([]);
    const { id } = await talk(question("b"));
    expect(await claimUnnotifiedAsks(sql(), 60_000)).toEqual([]);
    const claims = await Promise.all([
      claimUnnotifiedAsks(sql(), 0),
      claimUnnotifiedAsks(sql(), 0),
      claimUnnotifiedAsks(sql(), 0),
    ]);
    const ask = { agentId: scene.agentId, conversationId: id, toolName: "ask_user", kind: "answer" };
    expect(claims.flat()).toEqual([{ ...ask, memberId: OWNER_ID }]);
    expect(await count()).toEqual({ count: 2, untold: 0, away: 1 });
  });

  test("is not claimed once it is answered or an hour old", async () => {
    const answered = await talk(question("a"), { text: "Fine." });
    await chunks(await answered.answer("call_1", { answer: "x" }));
    const { id } = await talk(question("b"));
    await sql()`update asks set created_at = now() - interval '61 minutes' where conversation_id = ${id}`;
    expect(await claimUnnotifiedAsks(sql(), 0)).toEqual([]);
  });
});

const form = {
  blocks: [
    {
      type: "form",
      submitLabel: "Go",
      fields: [{ name: "city", label: "City", type: "text", required: true }],
    },
  ],
};
