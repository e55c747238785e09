import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { resolveAgent } from "./agents";
import { changeConversation } from "./conversations";
import { asJson, sql } from "./db";
import { deleteConversation, restoreConversation } from "./deletion";
import { listPins, pinComponent, unpinComponent } from "./pins";
import { begin } from "./runs";
import { testDatabase } from "./testing/database";

let agentId: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  agentId = await resolveAgent();
});
afterAll(() => drop());
beforeEach(async () => {
  await sql()`delete from conversations`;
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
});

/** A conversation whose agent has put a note on the canvas, which waits. */
async function painted(title: string): Promise<string> {
  const id = randomUUID();
  const said = { id: "u", parts: [{ type: "text", text: "Show it" }] };
  const begun = await begin({ agentId, conversationId: id, message: said, title });
  if (begun.outcome !== "begun") throw new Error(begun.outcome);
  const { id: runId, messageId } = begun.run;
  const call = {
    type: "tool-render_blocks",
    toolCallId: "c",
    state: "input-available",
    input: { title: "Note" },
  };
  await sql()`
    insert into messages (conversation_id, id, agent_id, role, parent_id, parts)
    values (${id}, ${messageId}, ${agentId}, 'assistant', 'u', ${asJson([call])}::json)
    on conflict (conversation_id, id) do update set parts = excluded.parts`;
  await sql()`
    insert into asks (agent_id, conversation_id, run_id, message_id, tool_call_id, tool_name, kind, input)
    values (${agentId}, ${id}, ${runId}, ${messageId}, 'c', 'render_blocks', 'answer', '{}'::json)`;
  await changeConversation(agentId, id, { pinnedSurface: `${messageId}/c` });
  return id;
}

test("a pinned surface comes with its conversation, what was said before it, and its open ask", async () => {
  const id = await painted("Bread");
  expect(await listPins(agentId)).toMatchObject([
    {
      from: { id, title: "Bread" },
      surface: { title: "Note", state: "waiting", because: { did: "said", what: "Show it" } },
      asks: [{ toolCallId: "c", toolName: "render_blocks" }],
    },
  ]);
  await sql()`update asks set status = 'answered'`;
  expect((await listPins(agentId))[0]?.asks).toEqual([]);
});

test("what is not saved yet, or lies on another branch, is pinned without being there", async () => {
  const id = await painted("Bread");
  await sql()`update messages set active = false where role = 'assistant'`;
  expect(await listPins(agentId)).toMatchObject([{ surface: null, from: { id } }]);
});

test("a deleted conversation takes its pin along, and brings it back", async () => {
  const id = await painted("Bread");
  await deleteConversation(agentId, id);
  expect(await listPins(agentId)).toEqual([]);
  await restoreConversation(agentId, id);
  expect(await listPins(agentId)).toHaveLength(1);
  await changeConversation(agentId, id, { pinnedSurface: null });
  expect(await listPins(agentId)).toEqual([]);
});

test("a component of the library is pinned with its props, in its live version, until it is deleted", async () => {
  await sql()`
    insert into components (agent_id, name, description, code, version) values (${agentId}, 'breadBoard', 'b', 'x', 3)`;
  await pinComponent(agentId, "breadBoard", { most: null });
  await pinComponent(agentId, "breadBoard", { most: 2, none: null });
  expect(await listPins(agentId)).toMatchObject([
    {
      key: "component/breadBoard",
      from: null,
      surface: {
        title: "Bread board",
        input: { props: { most: 2, none: null } },
        component: { name: "breadBoard", version: 3 },
      },
    },
  ]);
  await sql()`update components set deleted_at = now()`;
  expect(await listPins(agentId)).toEqual([]);
  await sql()`update components set deleted_at = null`;
  await unpinComponent(agentId, "breadBoard");
  expect(await listPins(agentId)).toEqual([]);
});
