import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { asJson, sql } from "@/lib/store/db";
import { changeConversation } from "@/lib/store/loop/conversations";
import { deleteConversation, restoreConversation } from "@/lib/store/loop/deletion";
import { begin } from "@/lib/store/loop/runs";
import { testDatabase } from "@/lib/store/testing/database";
import { listPins, pinComponent, unpinComponent } from "./pins";

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

async function painted(title: string): Promise<string> {
  const id = randomUUID();
  const userMessage = { id: "u", parts: [{ type: "text", text: "Show it" }] };
  const started = await begin({ agentId, conversationId: id, message: userMessage, title });
  if (started.outcome !== "begun") throw new Error(started.outcome);
  const { id: runId, messageId } = started.run;
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

test("listPins returns a pinned surface with its conversation, user message and open ask", async () => {
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

test("listPins returns a pin without a surface if its message is not on the visible branch", async () => {
  const id = await painted("Bread");
  await sql()`update messages set active = false where role = 'assistant'`;
  expect(await listPins(agentId)).toMatchObject([{ surface: null, from: { id } }]);
});

test("listPins hides the pin of a deleted conversation until it is restored", async () => {
  const id = await painted("Bread");
  await deleteConversation(agentId, id);
  expect(await listPins(agentId)).toEqual([]);
  await restoreConversation(agentId, id);
  expect(await listPins(agentId)).toHaveLength(1);
  await changeConversation(agentId, id, { pinnedSurface: null });
  expect(await listPins(agentId)).toEqual([]);
});

async function later(
  conversationId: string,
  id: string,
  role: "user" | "assistant",
  parts: object[],
  rest = {},
) {
  await sql()`
    insert into messages (conversation_id, id, agent_id, role, parent_id, parts, metadata)
    values (${conversationId}, ${id}, ${agentId}, ${role}, 'u', ${asJson(parts)}::json, ${asJson(rest)}::json)`;
}

const changed = (surface: string, title: string, rest: object = {}) => ({
  ...{
    type: "tool-render_blocks",
    toolCallId: "c",
    state: "output-available",
    input: { title, blocks: [], wait: false },
  },
  ...{
    output: { action: "shown", surface: "s000000" },
    toolMetadata: { changes: { sheet: surface, wrote: {} } },
  },
  ...rest,
});

const pinned = async () => (await listPins(agentId))[0]?.surface;

test("listPins applies later changes and answers to a pinned surface, also if only the messages remain", async () => {
  const id = await painted("Bread");
  const surface = (await pinned())?.id ?? "";
  await later(id, "x1", "assistant", [
    { type: "text", text: "\0 nothing of the sheet" },
    changed("other/c", "Other"),
    { type: "step-start" },
    changed(surface, "Second"),
  ]);
  await later(id, "x2", "assistant", [changed(surface, "Failed", { state: "output-error" })]);
  await sql()`delete from asks`;
  expect(await pinned()).toMatchObject({
    ...{ id: surface, title: "Second", state: "open", call: { messageId: "x1", toolCallId: "c" } },
    versions: [{ id: surface }, { id: "x1/c" }],
  });
  const output = { action: "submit", data: {} };
  const sent = { messageId: "x1", toolCallId: "c", title: "Second", output };
  await later(id, "x3", "user", [{ type: "data-answer", data: sent }]);
  expect(await pinned()).toMatchObject({ title: "Second", state: "answered", answer: output });
  await sql()`update messages set active = false where id = 'x1'`;
  expect(await pinned()).toMatchObject({ title: "Note", versions: [{ id: surface }] });
});

test("listPins applies later versions of a pinned component, even if the component replaced blocks", async () => {
  const id = await painted("Bread");
  const surface = (await pinned())?.id ?? "";
  const shown = (name: string, version: number) => ({
    shown: { bundle: `${name}${version}`, name, version },
  });
  const put = changed(surface, "Orders", {
    type: "tool-render_and_wait",
    input: { component: "orders", wait: false },
  });
  const update = (name: string, toolCallId: string) => ({
    ...{ type: "tool-update_ui_component", toolCallId, state: "output-available", output: {} },
    input: { name, code: "" },
  });
  await later(id, "x1", "assistant", [put], { calls: { c: shown("orders", 1) } });
  await later(id, "x2", "assistant", [update("other", "o"), update("orders", "p")], {
    calls: { o: shown("other", 2), p: shown("orders", 2) },
  });
  expect(await pinned()).toMatchObject({ component: { name: "orders", version: 2 } });
});

test("listPins returns the last 20 versions of a surface and marks it as cut", async () => {
  const id = await painted("Bread");
  const surface = (await pinned())?.id ?? "";
  for (let n = 1; n <= 30; n++)
    await later(id, `x${n}`, "assistant", [{ type: "step-start" }, changed(surface, `Version ${n}`)]);
  const shown = await pinned();
  expect(shown).toMatchObject({ title: "Version 30", isCut: true, call: { messageId: "x30" } });
  expect(shown?.versions.map((one) => one.id)).toEqual(Array.from({ length: 20 }, (_, n) => `x${n + 11}/c`));
});

test("listPins returns a pinned library component with its props and live version until it is deleted", async () => {
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
