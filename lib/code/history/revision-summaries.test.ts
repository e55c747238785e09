import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Kind } from "@/lib/shared/kinds";
import { resolveAgent } from "@/lib/store/agents/agents";
import { listItems } from "@/lib/store/conversations/summaries";
import { sql } from "@/lib/store/db";
import { changing, type NewRevision } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { summarizeRevision, summarizeRevisions } from "./revision-summaries";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const keep = (kind: Kind, name: string, content: unknown, over: Partial<NewRevision> = {}) =>
  changing({ agentId, kind, name }, (_, add) => add({ content, author: "person", cause: null, ...over }));

async function summaryOf(id: string) {
  const [summaryOf] = await summarizeRevisions(agentId, [id]);
  return summaryOf;
}

const tool = (over: object = {}) => ({
  description: "Adds **two** numbers",
  parameter_schema: { type: "object" },
  code: "return 1",
  limits: null,
  ...over,
});

describe("the summary of a version", () => {
  test("counts lines since the previous live version and shows the first line that differs", async () => {
    await keep("learned_notes", "a", "one\ntwo\n");
    await keep("learned_notes", "a", "broken", { live: false, failure: "no" });
    const { id } = await keep("learned_notes", "a", "one\n- **three** of them\nfour\n");
    expect(await summaryOf(id)).toMatchObject({
      added: 2,
      removed: 1,
      words: "Notes: “two” → “three of them”",
    });
    const less = await keep("learned_notes", "a", "one\nfour\n");
    expect(await summaryOf(less.id)).toMatchObject({
      added: 0,
      removed: 1,
      words: "Notes: removed “three of them”",
    });
    const none = await keep("learned_notes", "a", "");
    expect(await summaryOf(none.id)).toMatchObject({ added: 0, removed: 2, words: "Notes: emptied" });
  });

  test("names the tool and the parts that changed", async () => {
    const first = await keep("tool", "add", tool());
    expect(await summaryOf(first.id)).toMatchObject({ words: "Made the tool add", removed: 0 });
    const parameter_schema = { type: "object", properties: {} };
    const second = await keep("tool", "add", tool({ code: "return 2", parameter_schema }));
    expect(await summaryOf(second.id)).toMatchObject({ words: "Changed the tool add: parameters, code" });
    const gone = await keep("tool", "add", null);
    expect(await summaryOf(gone.id)).toMatchObject({ words: "Deleted the tool add", added: 0 });
    expect(await listItems(agentId, "tool")).toContainEqual({
      kind: "tool",
      name: "add",
      version: 3,
      deleted: true,
    });
  });

  test("shows a state's value on one line of at most 160 characters", async () => {
    const { id } = await keep("state", "oven", { value: { degrees: [230, 180] } });
    expect(await summaryOf(id)).toMatchObject({ words: "Stored oven: degrees: 230, 180", added: 6 });
    const long = await keep("state", "oven", { value: "🥐".repeat(1_000) });
    const summary = (await summaryOf(long.id))?.words ?? "";
    expect([summary.length <= 160, summary.at(-1), summary.isWellFormed()]).toEqual([true, "…", true]);
  });

  test("counts the changed lines of a short text even after the time limit", () => {
    const facts = {
      id: "1",
      kind: "learned_notes",
      name: "notes",
      tool: null,
      conversation: null,
      said: null,
    } as const;
    const short = {
      ...facts,
      ...{ title: null, isLarge: false, isNew: false, isDeleted: false, before: "one", content: "two" },
    };
    const words = "Notes: “one” → “two”";
    expect(summarizeRevision(short, 0)).toMatchObject({ added: 1, removed: 1, words });
    const lines = (line: string) => `${line}\n`.repeat(500);
    const long = { ...short, before: lines("one"), content: lines("two") };
    expect(summarizeRevision(long, -1)).toMatchObject({ added: null, removed: null, words });
  });

  test("omits the line counts of a text that would take too long", async () => {
    const { id } = await keep("state", "large", { value: "x".repeat(400_000) });
    expect(await summaryOf(id)).toMatchObject({ added: null, removed: null, words: "Changed large" });
  });
});

test("a summary names the call that wrote the version, until the call's conversation is deleted", async () => {
  const conversationId = randomUUID();
  const cause = { conversationId, messageId: "m2", runId: randomUUID(), toolCallId: "c1" };
  const parts = JSON.stringify([{ type: "text", text: "\n**Never** throw bread away\nplease" }]);
  await sql()`insert into conversations (id, agent_id, title, identity) values (${conversationId}, ${agentId}, 'Bread', '')`;
  await sql()`
    insert into messages (conversation_id, id, agent_id, role, parts) values
      (${conversationId}, 'm1', ${agentId}, 'user', ${parts}::json), (${conversationId}, 'm2', ${agentId}, 'assistant', '[]')`;
  await sql()`
    insert into tool_calls (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, input, status)
    values (${conversationId}, 'm2', 'c1', ${agentId}, ${cause.runId}, 'set_state', '{}', 'ok')`;
  const { id } = await keep("state", "bread", { value: true }, { author: "agent", cause });
  expect(await summaryOf(id)).toMatchObject({
    tool: "set_state",
    conversation: "Bread",
    said: "Never throw bread away",
  });
  await sql()`update conversations set deleted_at = now() where id = ${conversationId}`;
  expect(await summaryOf(id)).toMatchObject({
    tool: null,
    conversation: null,
    said: null,
    words: "Stored bread: true",
  });
});

test("summarizeRevisions includes no versions of another agent", async () => {
  const { id } = await keep("state", "mine", { value: 1 });
  expect(await summarizeRevisions(randomUUID(), [id])).toEqual([]);
});
