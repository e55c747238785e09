import { afterAll, beforeAll, expect, test } from "vitest";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { guardFor } from "@/lib/platform/egress/testing/guard";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { toolsets } from "@/lib/tools/toolsets/index";
import { checkedInput } from "@/lib/tools/toolsets/testing/checked-input";
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
  const guard = guardFor("https://a.test/");
  const judged = { agentId: db.agentId, conversationId: "conversation", guard };
  const offered = { ...found, policy: "allow", afterWeb: wanted, limits: {}, words: [] } as const;
  return afterWeb(offered, checkedInput(found.tool, input), judged, readWeb);
};

const BY_POLICY = ["generate_image", "edit_image", "mail_draft", "ask_agent"];

test("a built-in tool has an `intent` text exactly if it may ask after web text was read or asks by its policy", () => {
  const asking = tools.filter(({ tool }) => mayAsk(tool)).map(({ name }) => name);
  const intending = tools.map(({ name }) => name).filter((name) => factsOfTool(name)?.intent);
  expect(asking).toEqual(intending.filter((name) => !BY_POLICY.includes(name)));
});

const ID = "00000000-0000-4000-8000-000000000009";
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
  [
    "manage_cronjob",
    { action: "create", name: "a", instruction: "b", cron_expression: "0 7 * * *" },
    { action: "list" },
  ],
  ["manage_trigger", { action: "toggle", trigger_id: ID }, { action: "list" }],
  ["memory", { action: "store", layer: "long", content: "a" }, { action: "recall", query: "a" }],
  ["memory", { action: "forget", memory_id: ID }, { action: "list" }],
  ["recall", { operation: "insert", label: "a", content: "b" }, { operation: "read", label: "a" }],
  ["manage_pulse", { action: "update_notes", notes: "a" }, { action: "get_config" }],
])("after web text was read, %s asks for the input %j, and not for %j", async (name, acts, reads) => {
  const called = (policy: string) => ({ policy, when: "called" });
  expect([await of(name, acts), await of(name, reads)]).toEqual([
    called("ask"),
    { ...called("allow"), onlyReads: true },
  ]);
  expect(await of(name, acts, ["https://a.test"], "deny")).toEqual(called("deny"));
  expect(await of(name, acts, [])).toEqual(called("allow"));
});

test.each([
  ["run_sandbox_code", { code: "1" }],
  ["code", { action: "execute", code: "1" }],
  ["browser_click", { selector: "a" }],
  ["browser_type", { selector: "a", text: "b" }],
  ["browser_evaluate", { code: "() => 1" }],
])("after web text was read, %s asks only when it acts outside", async (name, input) => {
  expect(await of(name, input)).toEqual({ policy: "ask", when: "acts" });
});

test("SQL that cannot be prepared fails without asking or running", async () => {
  await expect(of("db_sql", { sql: "SELECT * FROM later; DELETE FROM a" })).rejects.toThrow(
    "no such table: later",
  );
});

test.each(["grant", "revoke", "remove"])(
  "after web text was read, whatsapp_manage_permission asks to %s a permission",
  async (action) => {
    const input = { action, phone_number: "+491701234567" };
    expect(await of("whatsapp_manage_permission", input)).toEqual({ policy: "ask", when: "called" });
  },
);
