import { afterAll, beforeAll, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { writeText } from "@/lib/store/agents/identity";
import { testDatabase } from "@/lib/store/testing/database";
import { findTool } from "./index";
import { refusalOf } from "./refusal";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await newAgent();
});
afterAll(() => database.drop());

const refusal = async (name: string, input: object) => {
  const found = findTool(name)?.tool;
  const checked = found?.check(input);
  if (!found || !checked?.ok) throw new Error(`${name}: ${checked?.ok === false && checked.message}`);
  return refusalOf(found, checked.value, { agentId, conversationId: crypto.randomUUID() });
};

const ID = "00000000-0000-4000-8000-000000000009";

test.each<[string, object, string]>([
  ["whatsapp_send_message", { phone: "+491701234567", message: "a" }, "You may not write to +491701234567"],
  ["whatsapp_read_messages", { contact: "+491701234567" }, "You may not read the messages of"],
  ["whatsapp_manage_permission", { action: "revoke", phone_number: "+491701234567" }, "has no permissions"],
  ["manage_cronjob", { action: "delete", job_id: ID }, "There is no job"],
  [
    "manage_cronjob",
    { action: "create", name: "a", instruction: "b", cron_expression: "0 0 31 2 *" },
    "never runs",
  ],
  ["manage_trigger", { action: "toggle", trigger_id: ID }, "There is no trigger"],
  ["manage_trigger", { action: "create", kind: "once", name: "a", instruction: "b" }, "at"],
  ["block", { operation: "archive", label: "nowhere" }, "nowhere"],
  ["recall", { operation: "delete", label: "nowhere" }, "nowhere"],
  ["memory", { action: "forget", memory_id: ID }, ID],
  ["update_tool", { name: "nowhere", description: "a" }, 'There is no agent-made tool "nowhere"'],
  ["delete_tool", { name: "nowhere" }, 'There is no agent-made tool "nowhere"'],
  ["enable_tool", { name: "nowhere" }, 'There is no agent-made tool "nowhere"'],
  ["delete_ui_component", { name: "Nowhere" }, "Nowhere"],
  ["update_ui_component", { name: "Nowhere", description: "a" }, "Nowhere"],
  ["delete_state", { key: "nowhere" }, 'There is no key "nowhere"'],
  ["board", { action: "unpin", tile: "t1" }, "board"],
  ["project", { action: "update", project: "Nowhere", name: "a" }, "Nowhere"],
  ["db_query", { operation: "insertOne", collection: "chats", data: {} }, "Access denied"],
  ["db_sql", { sql: "DELETE FROM nowhere" }, "nowhere"],
  ["edit_system_prompt", { operation: "delete", content: "no such words" }, "Read it again"],
  ["edit_image", { image_id: ID, prompt: "a", short_description: "b" }, "no"],
  ["browser_click", { selector: "a" }, "Call browser_navigate first"],
  ["ask_agent", { agent: "nowhere", task: "a" }, 'There is no agent "nowhere"'],
  ["fetch_url", { url: "https://example.com", body: "a" }, "A GET has no body"],
  ["code", { action: "execute", code: "1", files: ["nowhere.csv"] }, "there is no file"],
])("refuses %s %o before asking the user", async (name, input, part) => {
  expect((await refusal(name, input))?.error).toContain(part);
});

test.each<[string, object]>([
  ["set_state", { key: "a", value: 1 }],
  ["db_sql", { sql: "CREATE TABLE a (b)" }],
  ["manage_cronjob", { action: "create", name: "a", instruction: "b", cron_expression: "0 7 * * *" }],
  ["block", { operation: "append", label: "new", content: "a" }],
])("does not refuse %s %o", async (name, input) => {
  expect(await refusal(name, input)).toBeNull();
});

test("marks the origins of stored web text that a refusal quotes", async () => {
  const origins = ["https://example.com"];
  await writeText(agentId, "learned_notes", () => "Words of a page", {
    author: "agent",
    cause: null,
    origins,
  });
  expect(
    await refusal("edit_learned_notes", { operation: "delete", content: "words  of a Page" }),
  ).toMatchObject({
    error: expect.stringContaining("Words of a page"),
    web: origins,
  });
});
