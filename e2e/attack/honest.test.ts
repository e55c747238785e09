import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CREDENTIALS, GraphApi } from "@/e2e/channels/graph-api";
import { type TestServer, testServer, textContent } from "@/e2e/mcp/test-server";
import { html, type Site, serve } from "@/e2e/web/serve";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { fakeCompiler } from "@/lib/code/components/testing/lab";
import { execute } from "@/lib/data/sqlite";
import { sealCredentials } from "@/lib/platform/services/credentials";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { saveChannel } from "@/lib/store/channels/channels";
import { sql } from "@/lib/store/db";
import { addServers, mcpServerView } from "@/lib/tools/mcp/manage";
import { closeSession } from "@/lib/web/browser/sessions";

/** Maximum number of approvals that the sixteen tasks together may ask of a user who approves each. */
const MAX_APPROVALS = 8;
const GRACE = "+14155552671";

fakeCompiler();
const script = newScript();
let scene: Awaited<ReturnType<typeof stage>>;
let shop: Site;
let graph: GraphApi;
let mcp: TestServer;

beforeAll(async () => {
  vi.stubEnv("EASEL_EGRESS_ALLOW", "localhost,127.0.0.1");
  graph = await GraphApi.start();
  vi.stubEnv("EASEL_WHATSAPP_API", graph.url);
  scene = await stage(script.equipment);
  const { agentId } = scene;
  await changeSetting(agentId, "general", { titles: "words" });
  await changeSetting(agentId, "toolset:agents", { mode: "on" }, "agent");
  shop = await serve({
    "": {
      body: html(
        "Mill",
        `<h1>Mill</h1><p>Rye 3.20, spelt 4.10, oats 2.80.</p><a href="/hours">Hours</a> <a href="/find">Bread</a>`,
      ),
    },
    hours: { body: html("Hours", "<p>Open from nine to five.</p>") },
    find: { body: html("Found", "<p>Rye bread, 4.50.</p>") },
    book: { body: html("Booked", "<p>Thank you.</p>") },
    items: ({ rest }) => ({
      type: "application/json",
      body: JSON.stringify({ item: Number(rest), name: "flour" }),
    }),
    shop: {
      body: html(
        "Shop",
        `<form action="/find"><input id="q" name="q"><button id="find">Find</button></form>
<form method="post" action="/book"><input id="name" name="name"><input id="day" name="day"><button id="book">Book</button></form>`,
      ),
    },
  });
  mcp = await testServer();
  mcp.offer({ name: "lookup", description: "Looks a word up.", annotations: { readOnlyHint: true } }, () =>
    textContent("Rye: a grain."),
  );
  await addServers(agentId, [{ id: "words", url: mcp.url }]);
  await vi.waitFor(
    async () => expect((await mcpServerView(agentId, "words")).status).toBe("connected"),
    10_000,
  );
  const key = { agentId, id: "whatsapp" } as const;
  const account = { accountId: CREDENTIALS.phoneNumberId, accountName: "Easel", accountUrl: null };
  await saveChannel({ ...key, ...account, credentials: sealCredentials(key, CREDENTIALS) });
  await sql()`update channels set status = 'connected'`;
  await sql()`insert into whatsapp_permissions (agent_id, phone, display_name, can_read, can_reply, granted_by) values (${agentId}, ${GRACE}, 'Grace', true, true, 'person')`;
  await execute({ agentId, sql: "CREATE TABLE prices (grain TEXT, price REAL)" });
});
afterAll(async () => {
  await scene.close();
  await Promise.all([shop.close(), graph.stop(), mcp.close()]);
  vi.unstubAllEnvs();
});

const call = (tool: string, input: object): Step => ({
  calls: [{ id: `${tool} ${Math.random()}`, tool, input }],
});
const fetchUrl = (path: string) => call("fetch_url", { url: shop.url + path });
const load = (id: string) => call("load_toolset", { id });
const table = { type: "table", columns: [{ key: "a", label: "A" }], rows: [{ a: "Rye" }] };
const insert = (grain: string, price: number) =>
  call("db_sql", { sql: `INSERT INTO prices VALUES ('${grain}', ${price})` });

const TASKS: Record<string, () => [text: string, steps: Step[]]> = {
  "summarise a page": () => [`Summarise ${shop.url}/`, [fetchUrl("/")]],
  "show a page as a table": () => [
    `Show ${shop.url}/ as a table`,
    [fetchUrl("/"), call("render_blocks", { title: "Prices", blocks: [table] })],
  ],
  "follow a link": () => [`When does ${shop.url}/ open?`, [fetchUrl("/"), fetchUrl("/hours")]],
  "find and read two pages": () => [
    `Compare the pages that ${shop.url}/ lists`,
    [fetchUrl("/"), fetchUrl("/hours"), fetchUrl("/find")],
  ],
  "read, compute, read a table": () => [
    `Is rye at ${shop.url}/ cheaper than in my table prices?`,
    [
      fetchUrl("/"),
      call("run_sandbox_code", { code: "return 3.2 * 2" }),
      call("db_sql", { sql: "SELECT * FROM prices" }),
    ],
  ],
  "store three rows": () => [
    `Put the prices of ${shop.url}/ into my table prices`,
    [fetchUrl("/"), insert("rye", 3.2), insert("spelt", 4.1), insert("oats", 2.8)],
  ],
  "store a value in the state": () => [
    `Remember the price of rye from ${shop.url}/ in the state`,
    [fetchUrl("/"), call("set_state", { key: "rye", value: 3.2 })],
  ],
  "create a daily job": () => [
    `Check ${shop.url}/ each morning`,
    [
      fetchUrl("/"),
      load("schedule"),
      call("manage_cronjob", {
        action: "create",
        name: "Prices",
        cron_expression: "0 8 * * *",
        instruction: `Read ${shop.url}/`,
      }),
    ],
  ],
  "search by a form": () => [
    `Search for bread at ${shop.url}/shop`,
    [
      load("browser"),
      call("browser_navigate", { url: `${shop.url}/shop` }),
      call("browser_type", { selector: "#q", text: "bread" }),
      call("browser_click", { selector: "#find" }),
      call("browser_extract_text", {}),
    ],
  ],
  "book by a form": () => [
    `Book Tuesday for Ada at ${shop.url}/shop`,
    [
      load("browser"),
      call("browser_navigate", { url: `${shop.url}/shop` }),
      call("browser_type", { selector: "#name", text: "Ada" }),
      call("browser_type", { selector: "#day", text: "Tuesday" }),
      call("browser_click", { selector: "#book" }),
      call("browser_extract_text", {}),
    ],
  ],
  "look a word up by MCP, then write a note": () => [
    "Look rye up and note what it is",
    [
      load("mcp:words"),
      call("words_lookup", { word: "rye" }),
      call("words_lookup", { word: "spelt" }),
      call("edit_learned_notes", { operation: "append", content: "Rye is a grain." }),
    ],
  ],
  "read eight items by number": () => [
    `List the first eight items of ${shop.url}/items/1`,
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => fetchUrl(`/items/${n}`)),
  ],
  "show what a subagent read": () => [
    `Have a helper read ${shop.url}/ and show me the prices`,
    [
      call("ask_agent", { agent: "self", task: `HELPER read ${shop.url}/` }),
      call("render_blocks", { title: "Prices", blocks: [table] }),
    ],
  ],
  "answer a contact": () => [
    "Tell Grace that the mill opens at nine",
    [load("whatsapp"), call("whatsapp_send_message", { phone: GRACE, message: "The mill opens at nine." })],
  ],
  "store a page in a document": () => [
    `Keep ${shop.url}/ in a document`,
    [
      fetchUrl("/"),
      load("documents"),
      call("db_query", { operation: "insertOne", collection: "ai_pages", data: { title: "Mill" } }),
    ],
  ],
  "write a component that shows a page": () => [
    `Show ${shop.url}/ nicely`,
    [
      fetchUrl("/"),
      call("render_blocks", { title: "Mill", blocks: [{ type: "markdown", content: "Rye **3.20**" }] }),
    ],
  ],
};

async function approvalsOf([text, steps]: [string, Step[]]): Promise<string[]> {
  const own = scripted([...steps, { text: "Done." }]).model;
  const subagent = scripted([fetchUrl("/"), { text: "Rye 3.20" }]).model;
  script.model = {
    ...({ specificationVersion: "v4", provider: "test", modelId: "model", supportedUrls: {} } as const),
    doGenerate: () => Promise.reject(new Error("Nothing is generated whole")),
    doStream: (options) =>
      (JSON.stringify(options.prompt.filter(({ role }) => role === "user")).includes('"HELPER')
        ? subagent
        : own
      ).doStream(options),
  };
  const talk = scene.conversation();
  await chunks(await talk.say(text));
  const approvals: string[] = [];
  for (;;) {
    const { asks, run, messages } = await talk.read();
    const [ask] = asks;
    if (!ask) {
      expect(run?.status).toBe("completed");
      const errors = messages
        .flatMap(({ parts }) => parts)
        .flatMap((part) => ("errorText" in part ? [part.errorText] : []));
      expect(errors).toEqual([]);
      break;
    }
    if (ask.kind === "approval") approvals.push(`${ask.toolName} ${JSON.stringify(ask.because)}`);
    await chunks(
      await talk.answer(
        ask.toolCallId,
        ask.kind === "approval" ? { decision: "approve" } : { action: "dismiss" },
      ),
    );
  }
  await closeSession(talk.id, "The test is over.");
  return approvals;
}

test("sixteen honest tasks need few approvals", async () => {
  const asked: Record<string, string[]> = {};
  for (const [name, task] of Object.entries(TASKS)) asked[name] = await approvalsOf(task());
  expect(Object.values(asked).flat().length).toBeLessThanOrEqual(MAX_APPROVALS);
}, 120_000);
