import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stage } from "@/lib/agent/loop/testing/stage";
import { standard } from "@/lib/agent/message/equipment";
import { changeAccess } from "@/lib/agent/surfaces/access";
import { bundleOf } from "@/lib/code/components/bundles";
import { newAgent } from "@/lib/code/history/testing/agents";
import { execute } from "@/lib/data/sqlite/index";
import { hasReceived } from "@/lib/doors/programs/received";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { route } from "@/lib/platform/http/route";
import { testRequest } from "@/lib/platform/http/test-request";
import type { PropsSchema } from "@/lib/shared/components/fields";
import { componentToolName } from "@/lib/shared/components/tool-name";
import { APP_MIME, PROOF_META } from "@/lib/shared/mcp/apps";
import { putComponent, readComponent, removeComponent } from "@/lib/store/agents/components";
import { revokeToken } from "@/lib/store/agents/mcp-tokens";
import { read, write } from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { answerMcp } from "../answer";
import { program, type Send } from "../testing/program";
import { libraryComponent } from "./surface";

const handle = route({ public: true, raw: true }, ({ request }) => answerMcp(request, standard));
const send: Send = (body, headers) => handle(testRequest("/mcp", { method: "POST", body, headers }));

const TRIPS = `import { useTable, useAgentState } from "easel";
export default function Trips({ title = "Trips" }) {
  const { rows, add } = useTable("trips");
  const [filter] = useAgentState("filter", "");
  return <main><h1>{title} {filter}</h1><button onClick={() => add({ place: "Oslo" })}>Add</button>{rows.length}</main>;
}`;
const OPEN = `import { useQuery } from "easel";
export default function Open({ sql }) { return <p>{useQuery(sql).rows.length}</p>; }`;
/** Ends a script element, opens a comment, and has separators that were line ends in JavaScript. */
const HOSTILE = `export default function Hostile() {
  return <p>{"</script><!--<script>alert(1)</script>\\u2028\u2028\u2029"}</p>;
}`;

let scene: Awaited<ReturnType<typeof stage>>;
let agentId = "";
beforeAll(async () => {
  scene = await stage(standard);
  agentId = scene.agentId;
  await put("Trips", TRIPS, { type: "object", properties: { title: { type: "string" } } });
  await put("Open", OPEN);
  await put("Hostile", HOSTILE);
  await execute({ agentId, sql: "create table trips (id integer primary key, place text)" });
  await execute({ agentId, sql: "create table secrets (id integer primary key, code text)" });
});
afterAll(() => scene.close());
beforeEach(async () => {
  await sql()`delete from component_grants`;
});

async function put(name: string, code: string, props_schema: PropsSchema | null = null) {
  const base = (await readComponent(agentId, name))?.version ?? 0;
  const content = { description: `Shows ${name}`, code, props_schema };
  await bundleOf(code);
  await putComponent(agentId, name, base, { content, author: "agent", cause: null });
}

type Listed = { name: string; _meta: { ui: { visibility: string[] } } };
type Content = { mimeType: string; text: string; _meta: { ui: { csp: object } } };

async function enter(tools: "*" | string[] = "*", name = "Studio", agent = agentId) {
  const { id, token } = await createMcpToken(agent, { name, tools });
  const own = program(send, token);
  const show = async (component: string, props: object = {}) => {
    const { result, error } = await own.ask("tools/call", {
      name: componentToolName(component),
      arguments: props,
    });
    return {
      result,
      error,
      proof: (result?._meta as Record<string, string> | undefined)?.[PROOF_META] ?? "",
    };
  };
  const calls = async (
    component: string,
    call: Record<string, unknown>,
    more: Record<string, unknown> = {},
  ) => {
    const isRead = ["query", "file", "state", "changes"].includes(String(call.type));
    const { proof } = more.proof === undefined ? await show(component) : { proof: more.proof };
    const { bundle } = (await libraryComponent(agent, component).catch(() => null))?.shown ?? { bundle: "" };
    return own.call(isRead ? "Component_read" : "Component_write", {
      component,
      proof,
      bundle,
      call,
      ...more,
    });
  };
  const list = async () => ((await own.ask("tools/list")).result?.tools ?? []) as Listed[];
  const document = async (component: string) => {
    const { result } = await own.ask("resources/read", { uri: `ui://easel/${component}` });
    return ((result?.contents ?? []) as Content[])[0];
  };
  return { id, ...own, show, calls, list, document };
}

const grant = async (component: string, table: string) =>
  changeAccess(await libraryComponent(agentId, component), { grant: [{ kind: "table", name: table }] });

const readAll = { type: "query", sql: 'SELECT * FROM "trips"' };
const insert = (place: string) => ({ type: "insert", table: "trips", rows: [{ place }] });

test("lists a tool with a document for each component, and no other tool for apps than its two", async () => {
  const tools = await (await enter()).list();
  expect(tools.find(({ name }) => name === "Show_Trips")).toMatchObject({
    title: "Trips",
    inputSchema: { type: "object", properties: { title: { type: "string" } } },
    annotations: { readOnlyHint: true },
    _meta: { ui: { resourceUri: "ui://easel/Trips", visibility: ["model"] } },
  });
  const forApps = tools.filter(({ _meta }) => _meta.ui.visibility.includes("app"));
  expect(forApps.map(({ name }) => name)).toEqual(["Component_read", "Component_write"]);
});

test("serves a document without data, origins and network, whatever the code contains", async () => {
  const { ask, document } = await enter();
  const content = await document("Hostile");
  expect(content?.mimeType).toBe(APP_MIME);
  expect(content?._meta.ui.csp).toEqual({
    ...{ connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
  });
  const text = content?.text ?? "";
  expect(text.match(/<\/script/g)).toHaveLength(3);
  expect(text).not.toMatch(/[\u2028\u2029]|<!--|src="http|easel_mcp_/);
  expect((await ask("resources/list")).result?.resources).toEqual(
    expect.arrayContaining([expect.objectContaining({ uri: "ui://easel/Trips", mimeType: APP_MIME })]),
  );
});

test("checks the props, and gives the proof with the result only", async () => {
  const { show } = await enter();
  expect((await show("Trips", { title: 7 })).result).toMatchObject({ isError: true });
  const { result, proof } = await show("Trips", { title: "Summer" });
  expect(proof).toHaveLength(43);
  expect(JSON.stringify(result?.content)).not.toContain(proof);
});

test("reads and changes rows within the grants, and names the program in the history", async () => {
  const { calls } = await enter();
  const refused = await calls("Trips", insert("Oslo"));
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: {
      error: {
        status: 403,
        message: "“Trips” may not change the table trips without your permission. Give it in Easel.",
        details: { address: expect.stringContaining("/agent/components/Trips") },
      },
    },
  });
  await grant("Trips", "trips");
  expect((await calls("Trips", insert("Oslo"))).isError).toBe(false);
  const { structuredContent } = await calls("Trips", readAll);
  expect(structuredContent).toMatchObject({ rows: { rows: [[1, "Oslo"]] }, cursor: expect.any(String) });
  expect((await calls("Trips", { type: "insert", table: "secrets", rows: [{ code: "1" }] })).isError).toBe(
    true,
  );
  await calls("Trips", { type: "set", key: "filter", value: "north" });
  expect(await read(agentId, "filter")).toBe("north");
  const [revision] =
    await sql()`select author, cause from revisions where kind = 'state' and name = 'filter'`;
  expect(revision).toEqual({ author: "person", cause: { sheet: { title: "Trips", program: "Studio" } } });
  const cause = { sheet: { title: "Trips", program: "Studio" } };
  const written = await sql()`
    select cause, content->>'reason' as reason, content->'tables'->0->>'name' as "table"
    from revisions where kind = 'database' and cause->'sheet' is not null order by reason`;
  expect(written).toEqual([
    { cause, reason: "program", table: "secrets" },
    { cause, reason: null, table: "trips" },
  ]);
});

test("refuses a document that acts as another component, of another agent, or in another version", async () => {
  const [one, other] = [await enter(), await enter("*", "Other")];
  await grant("Trips", "trips");
  const { proof } = await one.show("Open");
  const { proof: foreign } = await other.show("Trips");
  for (const wrong of [proof, foreign, "", "x".repeat(43)])
    expect(await one.calls("Trips", readAll, { proof: wrong })).toMatchObject({
      isError: true,
      structuredContent: {
        error: { status: 403, message: "This document may not call for this component." },
      },
    });
  const stranger = await newAgent();
  const theirs = await enter("*", "Studio", stranger);
  const own = await one.show("Trips");
  expect(await theirs.calls("Trips", readAll, { proof: own.proof })).toMatchObject({ isError: true });
  expect((await theirs.show("Trips")).error).toBeDefined();
  const stale = await one.calls("Trips", readAll, { bundle: "0".repeat(64) });
  expect(stale.structuredContent).toMatchObject({ error: { status: 409 } });
});

test("a token for some tools reaches only what the code of its components names", async () => {
  const { ask, show, calls, list } = await enter(["Show_Trips", "Show_Open"]);
  const names = (await list()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["Component_read", "Component_write", "Show_Open", "Show_Trips"]);
  expect((await calls("Trips", readAll)).isError).toBe(false);
  expect((await calls("Trips", { type: "query", sql: "select * from secrets" })).text).toContain("db_sql");
  expect((await calls("Open", { type: "query", sql: "select 1" })).text).toContain("db_sql");
  await write(agentId, "private", 1, { author: "person", cause: null });
  expect((await calls("Trips", { type: "state", keys: ["filter", "private"] })).text).toContain("get_state");
  expect((await calls("Trips", { type: "set", key: "private", value: 2 })).text).toContain("set_state");
  expect((await calls("Trips", { type: "tool", name: "db_sql", args: {} })).text).toContain("db_sql");
  expect((await show("Hostile")).error).toBeDefined();
  expect((await ask("resources/read", { uri: "ui://easel/Hostile" })).error).toBeDefined();
  const { calls: others } = await enter(["get_state"]);
  expect((await others("Trips", readAll, { proof: "" })).isError).toBe(true);
});

test("what the program has received counts as read by the component", async () => {
  const { id, calls } = await enter();
  await grant("Trips", "trips");
  hasReceived(id, ["https://bad.example"]);
  const refused = await calls("Trips", { type: "set", key: "filter", value: "x" });
  expect(refused.text).toContain("may contain text from the web");
  expect((await calls("Trips", insert("Rome"))).isError).toBe(false);
  const { calls: fresh } = await enter("*", "Fresh");
  expect((await fresh("Trips", readAll)).structuredContent).toMatchObject({
    rows: { webOrigins: ["https://bad.example"] },
  });
});

test("refuses 5 MB in one call, and cuts 5 MB of rows", async () => {
  const { calls, post, show } = await enter();
  const many = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 900)";
  await execute({ agentId, sql: "create table large (id integer primary key, text text)" });
  await execute({
    agentId,
    sql: `insert into large (text) ${many} select hex(zeroblob(2800)) from n`,
  });
  const { structuredContent } = await calls("Trips", { type: "query", sql: "select text from large" });
  const { rows } = structuredContent as { rows: { rows: unknown[]; truncated: boolean } };
  expect(rows.truncated).toBe(true);
  expect(JSON.stringify(rows.rows).length).toBeLessThan(2_100_000);
  const arguments_ = { title: "x".repeat(5_000_000) };
  const params = { name: "Show_Trips", arguments: arguments_ };
  expect((await post({ jsonrpc: "2.0", id: 1, method: "tools/call", params })).status).toBe(413);
  expect((await show("Trips", { title: "x".repeat(100_000) })).proof).toHaveLength(43);
});

test("tells changes of rows and of the state, and ends when the component is deleted or the token revoked", async () => {
  const { id, calls, show, post } = await enter();
  const { cursor } = (await calls("Trips", readAll)).structuredContent as { cursor: string };
  const { proof } = await show("Trips");
  const waits = calls("Trips", { type: "changes", since: cursor }, { proof });
  await execute({ agentId, sql: "insert into trips (place) values ('Bern')" });
  expect((await waits).structuredContent).toMatchObject({ isWhole: false, tables: ["trips"] });
  await removeComponent(agentId, "Trips", { author: "person", cause: null });
  expect((await calls("Trips", readAll, { proof })).structuredContent).toMatchObject({
    error: { status: 404 },
  });
  await put("Trips", TRIPS);
  await revokeToken(agentId, id);
  expect((await post({ jsonrpc: "2.0", id: 1, method: "tools/list" })).status).toBe(401);
});
