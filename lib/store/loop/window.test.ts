import { randomUUID } from "node:crypto";
import type { UIMessage } from "ai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { builtInNames, factsOfTool, isBrowserTool, showsSurface } from "@/lib/shared/chat/built-in-tools";
import { lastShot } from "@/lib/shared/chat/shot";
import { surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import type { ConversationWindow } from "@/lib/shared/chat/window";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { type ConversationView, conversationJson, earlierJson, readConversation } from "./conversations";

let agentId: string;
let id: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  agentId = await resolveAgent();
});
afterAll(() => drop());
beforeEach(async () => {
  id = randomUUID();
  await sql()`insert into conversations (id, agent_id, title, identity) values (${id}, ${agentId}, 'talk', '')`;
});

type Written = {
  id: string;
  role?: string;
  parts?: unknown[];
  metadata?: unknown;
  parent?: string;
  active?: boolean;
};

async function write(messages: Written[]): Promise<void> {
  for (const [
    at,
    { id: own, role = own.startsWith("u") ? "user" : "assistant", ...message },
  ] of messages.entries()) {
    const { parts = [{ type: "text", text: own }], metadata = null, active = true } = message;
    const parent = message.parent ?? messages[at - 1]?.id ?? null;
    await sql()`
      insert into messages (conversation_id, id, agent_id, role, parts, metadata, parent_id, active)
      values (${id}, ${own}, ${agentId}, ${role}, ${JSON.stringify(parts)}::json, ${JSON.stringify(metadata)}::json, ${parent}, ${active})`;
  }
}

const read = async (window: ConversationWindow): Promise<ConversationView> =>
  JSON.parse((await conversationJson(agentId, id, window)) ?? "null");
const page = async (before: string, limit: number) =>
  JSON.parse((await earlierJson(agentId, id, { before, limit })) ?? "null");
const ids = ({ messages }: { messages: { id: string }[] }) => messages.map(({ id }) => id).join(" ");
const window = async (limit: number, reach?: string) => {
  const view = await read({ limit, reach });
  return [ids(view), view.earlier?.count];
};
const turns = (count: number): Written[] =>
  Array.from({ length: count }, (_, n) => [{ id: `u${n}` }, { id: `a${n}` }]).flat();

test("a window has the newest messages, begins with a user message and counts the earlier ones", async () => {
  expect(await window(3)).toEqual(["", undefined]);
  await write([...turns(3), { id: "b" }, { id: "b2" }]);
  expect(await window(10)).toEqual(["u0 a0 u1 a1 u2 a2 b b2", undefined]);
  expect(await window(8)).toEqual(["u0 a0 u1 a1 u2 a2 b b2", undefined]);
  expect(await window(4)).toEqual(["u2 a2 b b2", 4]);
  expect(await window(2)).toEqual(["u2 a2 b b2", 4]);
  expect(await window(5)).toEqual(["u1 a1 u2 a2 b b2", 2]);
});

test("a window reaches a visible message and the messages with open asks, and does not count hidden ones", async () => {
  await write([...turns(4), { id: "u4", active: false }, { id: "u5", parent: "a3" }]);
  expect(await window(2, "a1")).toEqual(["u1 a1 u2 a2 u3 a3 u5", 2]);
  expect(await window(2, "u1")).toEqual(["u1 a1 u2 a2 u3 a3 u5", 2]);
  expect(await window(2, "u5")).toEqual(["u3 a3 u5", 6]);
  for (const other of ["u4", "nothing"]) expect(await window(2, other)).toEqual(["u3 a3 u5", 6]);
  const run = randomUUID();
  await sql()`insert into runs (id, agent_id, conversation_id, message_id, status) values (${run}, ${agentId}, ${id}, 'a2', 'waiting')`;
  await sql()`
    insert into asks (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, kind, input)
    values (${id}, 'a2', 'c', ${agentId}, ${run}, 'ask_user', 'answer', '{}')`;
  expect(await window(2)).toEqual(["u2 a2 u3 a3 u5", 4]);
  await sql()`update asks set status = 'closed'`;
  expect(await window(2)).toEqual(["u3 a3 u5", 6]);
});

test("a window leaves out the message of a running run, and has the same messages as the whole", async () => {
  await write([...turns(3), { id: "v1", role: "user", parent: "a0", active: false }]);
  await sql()`insert into runs (id, agent_id, conversation_id, message_id, status) values (${randomUUID()}, ${agentId}, ${id}, 'a2', 'running')`;
  const whole = await readConversation(agentId, id);
  const view = await read({ limit: 4 });
  expect(ids(view)).toBe("u1 a1 u2");
  expect(view.messages).toEqual(whole?.messages.slice(-3));
  expect(view.messages[0]?.metadata.versions).toEqual(["u1", "v1"]);
  expect({ ...view, messages: [], earlier: null }).toEqual({ ...whole, messages: [], earlier: null });
  expect(whole).not.toHaveProperty("earlier");
});

test("earlier messages are read page by page, with their versions", async () => {
  await write([...turns(4), { id: "v0", role: "user", parent: "none", active: false }]);
  await sql()`update messages set parent_id = null where id in ('u0', 'v0') and conversation_id = ${id}`;
  expect(await page("u3", 2)).toMatchObject({ messages: [{ id: "u2" }, { id: "a2" }], earlier: 4 });
  expect(await page("u3", 3)).toMatchObject({ messages: [{ id: "u1" }, {}, {}, { id: "a2" }], earlier: 2 });
  const first = await page("u2", 100);
  expect([ids(first), first.earlier]).toEqual(["u0 a0 u1 a1", 0]);
  expect(first.messages[0].metadata.versions).toEqual(["u0", "v0"]);
  expect(first.messages).toEqual((await readConversation(agentId, id))?.messages.slice(0, 4));
  expect(await page("u0", 5)).toEqual({ messages: [], earlier: 0 });
  for (const other of ["v0", "nothing"]) expect(await page(other, 5)).toBeNull();
  expect(await earlierJson(randomUUID(), id, { before: "u3", limit: 5 })).toBeNull();
});

const tool = (name: string, toolCallId: string, more: object = {}) => ({
  ...{ type: `tool-${name}`, toolCallId, state: "output-available" },
  ...{ input: { title: `Title ${toolCallId}`, blocks: [] }, output: {}, ...more },
});
const text = (value: string) => ({ type: "text", text: value });
const PNG = { image: "iVBORw0KGgoAAA", width: 4, height: 3 };

test("the canvas has the same surfaces with a window as with all messages", async () => {
  await write([
    { id: "u0", parts: [text("Show me a form")] },
    {
      id: "a0",
      parts: [{ type: "step-start" }, text("A long text"), tool("render_blocks", "c1"), tool("db_sql", "c2")],
      metadata: { calls: { c1: { answeredAt: "2026-01-01T00:00:00Z" } } },
    },
    ...turns(9).slice(4),
    {
      id: "u9",
      parts: [
        {
          type: "data-answer",
          data: { messageId: "a0", toolCallId: "c1", title: "T", output: { action: "submit" } },
        },
      ],
    },
    {
      id: "a9",
      parts: [
        tool("ask_user", "q", { output: { answer: "Rye" } }),
        { type: "step-start" },
        tool("render_and_wait", "c3", { input: { component: "Map" } }),
        tool("render_blocks", "c4", { toolMetadata: { changes: { sheet: "a0/c1", wrote: {} } } }),
        { ...tool("x", "c5"), type: "dynamic-tool", toolName: "srv_chart" },
      ],
      metadata: {
        calls: {
          c3: { shown: { bundle: "h", name: "Map", version: 1 } },
          c5: { shown: { bundle: "h2", app: { server: "s", title: "Chart", waits: true } } },
        },
      },
    },
    { id: "u10", parts: [text("Look it up")] },
    {
      id: "a10",
      parts: [
        tool("browser_navigate", "b1", { output: { text: "page".repeat(1_000) } }),
        tool("browser_screenshot", "b2", { output: { ...PNG, width: 9 } }),
        tool("browser_screenshot", "b3", { output: PNG }),
      ],
    },
    ...turns(20).slice(30),
  ]);
  const whole = (await readConversation(agentId, id))?.messages as UIMessage[];
  const view = await read({ limit: 2 });
  const shown = [...(view.earlier?.messages ?? []), ...view.messages] as UIMessage[];
  const known = surfacesOf(whole, []);
  expect(known.map(({ kind }) => kind)).toEqual(["text", "component", "app", "browser"]);
  expect(surfacesOf(shown, [])).toEqual(known);
  expect(lastShot(shown)).toEqual(lastShot(whole));
  expect(ids(view.earlier ?? { messages: [] })).toBe("u0 a0 u8 u9 a9 u10 a10".replace("u8 ", ""));
  const earlier = JSON.stringify(view.earlier);
  for (const left of ["A long text", "tool-db_sql", "pagepage", '"width":9'])
    expect(earlier).not.toContain(left);
});

test("an earlier screenshot is left out if the window has one", async () => {
  const shot = (call: string) => [tool("browser_screenshot", call, { output: PNG })];
  await write([{ id: "u0" }, { id: "a0", parts: shot("b1") }, { id: "u1" }, { id: "a1", parts: shot("b2") }]);
  expect(JSON.stringify((await read({ limit: 2 })).earlier)).not.toContain(PNG.image);
});

test("messages with calls of every tool that the canvas shows are found", async () => {
  const names = builtInNames.filter(
    (name) =>
      showsSurface(name) ||
      isBrowserTool(name) ||
      (factsOfTool(name)?.isUpdate && factsOfTool(name)?.writes === "component"),
  );
  await write([
    ...names.map((name) => ({ id: `a-${name}`, parts: [tool(name, "c")] })),
    { id: "u" },
    { id: "a" },
  ]);
  const found = (await read({ limit: 1 })).earlier?.messages ?? [];
  expect(found.map(({ id, parts }) => [id, (parts as unknown[]).length])).toEqual(
    names.map((name) => [`a-${name}`, 1]),
  );
});
