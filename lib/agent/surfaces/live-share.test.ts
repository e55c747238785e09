import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { withLab } from "@/lib/agent/loop/testing/lab";
import { type Call, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import * as compile from "@/lib/code/compile/index";
import * as bundles from "@/lib/code/components/bundles";
import * as rendering from "@/lib/code/components/render";
import { aBundle } from "@/lib/code/components/testing/lab";
import { execute } from "@/lib/data/sqlite/index";
import { closeAll } from "@/lib/ground/base/process";
import { replace } from "@/lib/ground/base/testing/replaced";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { makePublicShare } from "@/lib/platform/access/shares";
import { testRequest } from "@/lib/platform/http/test-request";
import type { SharedNow } from "@/lib/shared/shares";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { write } from "@/lib/store/agents/state";
import { removeShare } from "@/lib/store/conversations/shares";
import { changeSurface } from "@/lib/store/conversations/surfaces";
import { sql } from "@/lib/store/db";
import { changeAccess, componentOnSurface } from "./access";
import { openLiveShare } from "./live-share";

const script = newScript({}, withLab());
replace(compile, {
  usesOf: async (js) => JSON.parse(js),
});
replace(bundles, {
  bundleForRuntime: async (hash) => ({ ...aBundle(hash), map: "the source", source: "the source" }),
});
replace(rendering, {
  render: async (_, { code = "" }) => JSON.parse(code),
});

let scene: Awaited<ReturnType<typeof stage>>;
let later = 0;
beforeAll(async () => {
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  await closeAll();
  scene = await stage(script.equipment);
  const { now } = performance;
  vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + later);
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await scene.close();
});
const run = (text: string) => execute({ agentId: scene.agentId, sql: text });
beforeEach(async () => {
  await run("drop table if exists packing");
  await run("create table packing (id integer primary key, thing, secret)");
  await run("insert into packing values (1, 'tent', 'x'), (2, 'rope', 'y')");
});
afterEach(async () => {
  await sql()`with a as (delete from workspace_settings), g as (delete from component_grants), s as (delete from shares)
    delete from settings`;
});

const USES = JSON.stringify({ uses: [{ kind: "query" }], open: [] });
const component = (id = "s"): Call => ({
  ...{ id, tool: "render_and_wait" },
  input: { code: JSON.stringify({ bundle: USES }), title: "Packing", props: { n: 1 } },
});
const ALL = "select thing from packing";

async function shared(call: Call, followed: object = { queries: [], state: [] }) {
  script.model = scripted([{ calls: [call] }]).model;
  const talk = scene.conversation();
  await chunks(await talk.say("A private question"));
  const messageId = (await talk.read()).messages.at(-1)?.id ?? "";
  const { agentId } = scene;
  const of = { agentId, conversationId: talk.id, sheet: `${messageId}/${call.id}`, title: "Packing" };
  const body = new TextEncoder().encode(JSON.stringify(followed));
  const { share, url } = await makePublicShare({ ...of, days: null, isLive: true }, body);
  const token = url.split("/live/")[1] ?? "";
  const open = (headers = {}) => {
    later += 60_000;
    return openLiveShare(token, testRequest(`/shared/${token}/now`, { headers }));
  };
  const text = async () => (await open()).text();
  const now = async (): Promise<SharedNow> => JSON.parse(await text());
  const surface = { ...talk.where, messageId, toolCallId: call.id ?? "s" };
  return { talk, share, token, open, now, text, sheet: surface };
}
const gone = { code: "not_found" };

test("a shared component gets the current rows of its own queries and nothing else", async () => {
  const {
    now,
    open,
    text,
    sheet: surface,
  } = await shared(component(), {
    queries: [[ALL, []]],
    state: ["picked"],
  });
  const by = { author: "agent", cause: null } as const;
  await write(scene.agentId, "picked", "tent", by);
  await write(scene.agentId, "private", "a secret", by);
  await changeSurface(surface, { entries: { "state:tab": 2, "form:0": { name: "a secret" } } });
  const key = JSON.stringify([ALL, []]);
  const first = await now();
  expect(first.component).toMatchObject({
    ...{ props: { n: 1 }, agent: { picked: "tent" }, sheet: { tab: 2 } },
    rows: { [key]: { columns: ["thing"], rows: [["tent"], ["rope"]] } },
  });
  expect(await text()).not.toMatch(/secret|private|source|message|conversation|toolCall/i);
  const etag = (await open()).headers.get("etag") ?? "";
  expect((await open({ "if-none-match": etag })).status).toBe(304);
  await run("insert into packing values (3, 'stove', 'z')");
  const changed = await open({ "if-none-match": etag });
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain("stove");
  await changeAccess(await componentOnSurface(surface), { revoke: [{ kind: "query" }] });
  expect((await now()).component?.rows).toEqual({});
  await changeAccess(await componentOnSurface(surface), { grant: [{ kind: "query" }] });
  await changeSetting(scene.agentId, "tool:db_sql", { policy: "deny" });
  expect((await now()).component?.rows).toEqual({});
});

test("a query of a shared component returns a limited number of rows and cannot write", async () => {
  const many =
    "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000) select i from n";
  const hostile = [
    "delete from packing",
    "select 1; delete from packing",
    "/* */ update packing set thing = 'gone' returning *",
    "pragma user_version = 7",
    "attach database '/tmp/x' as x",
    // Only with `ATTACK=all`, because an endless query takes seconds.
    ...(isWhole
      ? ["with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"]
      : []),
    "select load_extension('x')",
  ];
  const { now } = await shared(component(), {
    queries: [many, ...hostile, ALL].map((one) => [one, []]),
    state: [],
  });
  const rows = (await now()).component?.rows ?? {};
  expect(Object.keys(rows).toSorted()).toEqual(
    [many, ALL].map((one) => JSON.stringify([one, []])).toSorted(),
  );
  expect(rows[JSON.stringify([many, []])]).toMatchObject({ rows: { length: 1_000 }, truncated: true });
  expect(rows[JSON.stringify([ALL, []])]?.rows).toHaveLength(2);
});

test("a reader gets blocks with their rows, and without queries, actions or inputs", async () => {
  const stored = "/api/files/0b8f3a52-6f0e-4a5e-9d3c-2b7f1c9e4d10";
  await run("create table if not exists going (thing)");
  const blocks = [
    { type: "table", data: { sql: ALL }, editable: true },
    {
      type: "tabs",
      tabs: ["a", "b"].map((label) => ({
        label,
        blocks: [
          { type: "chart", chartType: "bar", data: { sql: "select thing, id from packing" } },
          { type: "table", data: { sql: "select * from going" } },
        ],
      })),
    },
    {
      ...{ type: "table", columns: ["thing"], data: [{ thing: "map", secret: "z" }] },
      actions: [{ label: "Press", value: "press" }],
    },
    { type: "form", fields: [{ name: "who", label: "Your [name](x)", type: "text" }] },
    { type: "file", url: stored, name: "plan.pdf" },
    { type: "image", url: stored },
  ];
  const call = { id: "s", tool: "render_blocks", input: { title: "Trip", blocks, wait: false } };
  const { now, text } = await shared(call);
  await run("drop table going");
  const { title, blocks: seen = [] } = await now();
  expect(title).toBe("Trip");
  expect(seen[0]).toMatchObject({ type: "table", data: [{ thing: "tent" }, { thing: "rope" }] });
  expect(seen[1]).toMatchObject({
    tabs: [{ blocks: [{ data: { labels: ["tent", "rope"] } }, { type: "alert" }] }, {}],
  });
  expect(seen[3]).toEqual({ type: "markdown", content: "Fields:\n\n- Your \\[name\\]\\(x\\)" });
  expect(await text()).not.toMatch(/select|secret|actions|editable|api\/files|private/i);
});

test("a live share returns not_found once its link has expired or was removed, and while its conversation or agent is deleted", async () => {
  const { open, share, talk, token } = await shared(component());
  expect((await open()).status).toBe(200);
  for (const other of [`${token}A`, token.slice(1), "", "x".repeat(5_000), token.toLowerCase()])
    await expect(openLiveShare(other, testRequest("/"))).rejects.toMatchObject(gone);
  await sql()`update conversations set deleted_at = now() where id = ${talk.id}`;
  await expect(open()).rejects.toMatchObject(gone);
  await sql()`update conversations set deleted_at = null`;
  await sql()`update agents set deleted_at = now()`;
  await expect(open()).rejects.toMatchObject(gone);
  await sql()`update agents set deleted_at = null`;
  await sql()`update shares set expires_at = now()`;
  await expect(open()).rejects.toMatchObject(gone);
  await sql()`update shares set expires_at = null`;
  expect((await open()).status).toBe(200);
  await removeShare(scene.agentId, share.id);
  await expect(open()).rejects.toMatchObject(gone);
});

test("a live share serves a thousand readers with one read", async () => {
  const { token, open } = await shared(component(), { queries: [[ALL, []]], state: [] });
  await open();
  await run("insert into packing values (3, 'stove', 'z')");
  const all = await Promise.all(
    Array.from({ length: 1_000 }, () => openLiveShare(token, testRequest("/")).then((one) => one.text())),
  );
  expect(new Set(all).size).toBe(1);
  expect(all[0]).not.toContain("stove");
});
