import { afterAll, beforeAll, expect, test } from "vitest";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { toolsets } from "@/lib/tools/toolsets/index";
import { afterWeb, mayAsk } from "./after-web";

let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab({ isFast: true });
  await db.run("CREATE TABLE a (n)");
});
afterAll(() => db.close());

const tools = toolsets.flatMap((toolset) =>
  Object.entries(toolset.tools).map(([name, tool]) => ({ name, tool, toolset: toolset.id })),
);
const of = (name: string, input: unknown, readWeb = ["https://a.test"], wanted: "ask" | "deny" = "ask") => {
  const found = tools.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  const guard = { mayAsk: (url: string) => URL.parse(url)?.href === "https://a.test/", maySay: () => false };
  const judged = { agentId: db.agentId, conversationId: "conversation", guard };
  return afterWeb({ ...found, policy: "allow", afterWeb: wanted, limits: {} }, input, judged, readWeb);
};

test("of the built-in tools, those may ask after reading the web that change the agent or act outside", () => {
  expect(tools.filter(({ tool }) => mayAsk(tool)).map(({ name }) => name)).toEqual([
    "board",
    "create_ui_component",
    "update_ui_component",
    "delete_ui_component",
    "set_state",
    "delete_state",
    "db_sql",
    "db_query",
    "update_db_schema",
    "edit_system_prompt",
    "edit_learned_notes",
    "block",
    "recall",
    "save_memory",
    "memory",
    "create_tool",
    "update_tool",
    "delete_tool",
    "enable_tool",
    "disable_tool",
    "run_sandbox_code",
    "code",
    "fetch_url",
    "browser_navigate",
    "browser_click",
    "browser_type",
    "browser_evaluate",
    "manage_cronjob",
    "manage_trigger",
    "manage_pulse",
    "whatsapp_send_message",
    "whatsapp_manage_permission",
  ]);
});

const page = { url: "https://a.test/" };
test.each([
  ["db_sql", { sql: "DROP TABLE a" }, { sql: "SELECT 1" }],
  ["db_sql", { sql: "INSERT INTO a VALUES (1)" }, { sql: "SELECT 'insert into a'" }],
  ["db_sql", { sql: "SELECT #a('); DELETE FROM a; --'" }, { sql: "SELECT 'delete'; SELECT 1 -- drop" }],
  [
    "db_query",
    { operation: "insertOne", collection: "ai_a", data: {} },
    { operation: "find", collection: "ai_a" },
  ],
  ["fetch_url", { ...page, method: "POST" }, { ...page, method: "GET" }],
  ["fetch_url", { ...page, method: "DELETE" }, { ...page, method: "HEAD" }],
  ["fetch_url", { url: "https://a.test/?secret" }, page],
  ["fetch_url", { ...page, headers: { "X-HTTP-Method-Override": "DELETE" } }, page],
  ["fetch_url", { ...page, headers: { accept: "secret" } }, { ...page, headers: { Accept: "text/html" } }],
  ["fetch_url", { ...page, body: "secret" }, { ...page, body: "" }],
  ["browser_navigate", { url: "https://a.test/?secret" }, page],
  ["browser_navigate", { url: "a.test/secret" }, { url: "a.test" }],
  ["board", { action: "pin" }, { action: "list" }],
  ["manage_cronjob", { action: "create" }, { action: "list" }],
  ["manage_trigger", { action: "toggle" }, { action: "list" }],
  ["memory", { action: "store", layer: "long", content: "a" }, { action: "recall", query: "a" }],
  ["memory", { action: "forget" }, { action: "list" }],
  ["recall", { operation: "insert", label: "a", content: "b" }, { operation: "read", label: "a" }],
  [
    "whatsapp_manage_permission",
    { action: "grant", phone_number: "+491701234567" },
    { action: "revoke", phone_number: "+491701234567" },
  ],
  ["manage_pulse", { action: "update_notes" }, { action: "get_config" }],
])("%s asks by its input: %j", async (name, acts, reads) => {
  const called = (policy: string) => ({ policy, when: "called" });
  expect([await of(name, acts), await of(name, reads)]).toEqual([called("ask"), called("allow")]);
  expect(await of(name, acts, ["https://a.test"], "deny")).toEqual(called("deny"));
  expect(await of(name, acts, [])).toEqual(called("allow"));
});

test.each(["run_sandbox_code", "code", "browser_click", "browser_type", "browser_evaluate"])(
  "%s asks when it acts",
  async (name) => {
    expect(await of(name, {})).toEqual({ policy: "ask", when: "acts" });
  },
);

test("SQL that cannot be prepared is an error at once: nobody is asked, and nothing is run", async () => {
  await expect(of("db_sql", { sql: "SELECT * FROM later; DELETE FROM a" })).rejects.toThrow(
    "no such table: later",
  );
});
