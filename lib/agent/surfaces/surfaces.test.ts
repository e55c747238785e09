import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { withLab } from "@/lib/agent/loop/testing/lab";
import { type Call, type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import * as compile from "@/lib/code/compile/index";
import * as bundles from "@/lib/code/components/bundles";
import * as rendering from "@/lib/code/components/render";
import { aBundle } from "@/lib/code/components/testing/lab";
import { execute } from "@/lib/data/sqlite/index";
import { replace } from "@/lib/ground/base/testing/replaced";
import { put } from "@/lib/ground/blobs/blobs";
import type { CodeUses, Use } from "@/lib/shared/components/access";
import type { ComponentCall } from "@/lib/shared/components/call";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { add } from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { accessOf, changeAccess, componentOnSurface } from "./access";
import { callFromSurface } from "./call";

const script = newScript({}, withLab());
replace(compile, {
  usesOf: async (js) => JSON.parse(js),
});
replace(bundles, { bundleForRuntime: async (hash) => aBundle(hash) });
/** In these tests the code of a component lists its uses, and its hash equals the code. */
replace(rendering, {
  render: async (_, { code = "" }) => JSON.parse(code),
});

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
beforeEach(async () => {
  await execute({ agentId: scene.agentId, sql: "drop table if exists packing" });
  await execute({
    agentId: scene.agentId,
    sql: "create table packing (id integer primary key, thing, done boolean)",
  });
  await execute({ agentId: scene.agentId, sql: "insert into packing values (1, 'tent', 0), (2, 'rope', 0)" });
});
afterEach(async () => {
  await sql()`with shared as (delete from workspace_settings), g as (delete from component_grants) delete from settings`;
});

const browse: Call = { id: "browse", tool: "browse", input: { n: 1 } };
const TABLE: Use = { kind: "table", name: "packing" };
const USES: CodeUses = { uses: [{ kind: "query" }, TABLE], open: [] };
const show = (id: string, uses: CodeUses, name?: string): Call => ({
  id,
  tool: "render_and_wait",
  input: {
    code: JSON.stringify({ bundle: JSON.stringify(uses), ...(name && { name, version: 1 }) }),
    title: "Packing",
  },
});
const { signal } = new AbortController();

async function play(...steps: Step[]) {
  script.model = scripted(steps).model;
  const talk = scene.conversation();
  await chunks(await talk.say("go"));
  const surfaceOf = async (toolCallId: string) => {
    const { messages } = await talk.read();
    const message = messages.find(({ parts }) =>
      parts.some((part) => "toolCallId" in part && part.toolCallId === toolCallId),
    );
    return componentOnSurface({ ...talk.where, messageId: message?.id ?? "", toolCallId });
  };
  const call = async (toolCallId: string, body: ComponentCall) =>
    callFromSurface(await surfaceOf(toolCallId), body, signal);
  return { ...talk, sheetOf: surfaceOf, call };
}

const query = (sql: string, params?: (string | number)[]): ComponentCall => ({ type: "query", sql, params });
const done = (set: number, was: number): ComponentCall => ({
  ...{ type: "change", table: "packing", key: { id: 1 } },
  ...{ set: { done: set }, was: { done: was } },
});

test("a component's SQL can only read, at most 1,000 rows, until the user revokes the permission", async () => {
  const talk = await play({ calls: [show("s", USES)] });
  expect(await talk.call("s", query("select thing from packing where id = ?", [2]))).toMatchObject({
    rows: { columns: ["thing"], rows: [["rope"]], reads: ["packing"], keys: [[2]] },
  });
  const many =
    "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000) select i from n";
  expect(await talk.call("s", query(many))).toMatchObject({ rows: { row_count: 1_000, truncated: true } });
  for (const writes of [
    "delete from packing",
    "with gone as (select 1) delete from packing returning id",
    "select 1; drop table packing",
    "pragma writable_schema = 1",
    "attach ':memory:' as x",
  ])
    await expect(talk.call("s", query(writes))).rejects.toMatchObject({ code: "invalid" });
  expect(await talk.call("s", query("select count(*) from packing"))).toMatchObject({
    rows: { rows: [[2]] },
  });
  await changeAccess(await talk.sheetOf("s"), { revoke: [{ kind: "query" }] });
  await expect(talk.call("s", query("select 1"))).rejects.toMatchObject({ code: "forbidden" });
  await changeAccess(await talk.sheetOf("s"), { grant: [{ kind: "query" }] });
  expect(await talk.call("s", query("select 1"))).toMatchObject({ rows: { rows: [[1]] } });
});

test("the user's policy for db_sql also applies to queries of components", async () => {
  const talk = await play({ calls: [show("s", USES)] });
  await changeSetting(scene.agentId, "tool:db_sql", { policy: "ask" });
  expect(await talk.call("s", query("select 1"))).toEqual({ asks: { kind: "query" } });
  await changeSetting(scene.agentId, "tool:db_sql", { policy: "deny" });
  await expect(talk.call("s", query("select 1"))).rejects.toMatchObject({ code: "forbidden" });
  await changeSetting(scene.agentId, "tool:db_sql", { policy: "allow" });
  await changeSetting(scene.agentId, "toolset:database", { mode: "off" });
  await expect(talk.call("s", query("select 1"))).rejects.toMatchObject({ code: "forbidden" });
  await expect(changeAccess(await talk.sheetOf("s"), { grant: [TABLE] })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("a component changes only granted tables, and only if the cells are unchanged", async () => {
  const talk = await play({ calls: [show("s", USES)] });
  expect(await talk.call("s", done(1, 0))).toEqual({ asks: TABLE });
  expect((await accessOf(await talk.sheetOf("s"))).uses).toEqual([
    { use: { kind: "query" }, state: "granted", label: "read the database" },
    { use: TABLE, state: "asks", label: "change the table packing" },
  ]);
  await changeAccess(await talk.sheetOf("s"), { grant: [TABLE] });
  expect(await talk.call("s", done(1, 0))).toMatchObject({ changed: { row: { done: 1 } } });
  await expect(talk.call("s", done(0, 0))).rejects.toMatchObject({ code: "conflict" });
  expect(await talk.call("s", { type: "insert", table: "PACKING", rows: [{ thing: "map" }] })).toMatchObject({
    added: { keys: [[3]] },
  });
  expect(await talk.call("s", { type: "remove", table: "packing", keys: [{ id: 3 }] })).toMatchObject({
    removed: { rows: [{ thing: "map" }] },
  });
  const other: ComponentCall = { type: "insert", table: "diary", rows: [{ text: "x" }] };
  expect(await talk.call("s", other)).toEqual({ asks: { kind: "table", name: "diary" } });
  await changeAccess(await talk.sheetOf("s"), { revoke: [TABLE] });
  expect(await talk.call("s", done(0, 1))).toEqual({ asks: TABLE });
});

test("a version without additional uses keeps the grants, and a version with more uses asks again for all", async () => {
  const wider: CodeUses = { uses: [...USES.uses, { kind: "tool", name: "note" }], open: [] };
  const narrow: CodeUses = { uses: [TABLE], open: [] };
  const talk = await play({
    calls: [
      show("one", USES, "Pack"),
      show("two", narrow, "Pack"),
      show("wide", wider, "Pack"),
      show("other", USES, "X"),
    ],
  });
  await changeAccess(await talk.sheetOf("one"), { grant: [TABLE] });
  expect(await talk.call("two", done(1, 0))).toHaveProperty("changed");
  expect(await talk.call("other", done(0, 1))).toEqual({ asks: TABLE });
  expect(await talk.call("wide", done(0, 1))).toEqual({ asks: TABLE });
  expect(await accessOf(await talk.sheetOf("wide"))).toMatchObject({ isWider: true });
  await changeAccess(await talk.sheetOf("wide"), { grant: [TABLE] });
  expect(await talk.call("wide", done(0, 1))).toHaveProperty("changed");
  expect(await talk.call("one", done(1, 0))).toHaveProperty("changed");
});

test("a component shown after web text was read inherits no grants, and its writes are marked", async () => {
  const talk = await play(
    { calls: [browse, show("before", USES, "Pack")] },
    { calls: [show("after", { ...USES, open: ["tool"] }, "Pack")] },
  );
  await changeAccess(await talk.sheetOf("before"), { grant: [TABLE] });
  await chunks(await talk.answer("before", { action: "done" }));
  expect(await talk.call("after", done(1, 0))).toEqual({ asks: TABLE });
  expect(await accessOf(await talk.sheetOf("after"))).toMatchObject({ readWeb: ["https://site1.test"] });
  await changeAccess(await talk.sheetOf("after"), { grant: [TABLE] });
  expect(await talk.call("after", done(1, 0))).toHaveProperty("changed");
  expect(await talk.call("before", query("select * from packing"))).toMatchObject({
    rows: { webOrigins: ["https://site1.test"] },
  });
  expect(await accessOf(await talk.sheetOf("before"))).toMatchObject({ readWeb: ["https://site1.test"] });
});

test("a component reads a granted file by its id, and its web origins are recorded", async () => {
  const talk = await play({ calls: [show("s", { uses: [], open: ["file"] })] });
  const { hash, size } = await put(new TextEncoder().encode("day,sold"), 1_000);
  const about = { name: "sold.csv", mediaType: "text/csv", origin: "upload" as const };
  const { id } = await add(scene.agentId, { ...about, hash, size, origins: ["https://sales.test"] });
  expect(await talk.call("s", { type: "file", id })).toEqual({ asks: { kind: "file", name: id } });
  await changeAccess(await talk.sheetOf("s"), { grant: [{ kind: "file", name: id }] });
  expect(await talk.call("s", { type: "file", id })).toEqual({
    file: { id, name: "sold.csv", mediaType: "text/csv", bytes: 8, base64: btoa("day,sold") },
  });
  expect(await accessOf(await talk.sheetOf("s"))).toMatchObject({
    uses: [{ state: "granted", label: "read the file sold.csv" }],
    readWeb: ["https://sales.test"],
  });
  const none = "00000000-0000-4000-8000-000000000000";
  await expect(talk.call("s", { type: "file", id: none })).rejects.toMatchObject({ code: "not_found" });
});

test("throws not_found for a call that showed no component, and for another agent", async () => {
  const talk = await play({ calls: [show("s", USES)] });
  const { id } = await talk.sheetOf("s");
  await expect(componentOnSurface({ ...id, toolCallId: "none" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(
    componentOnSurface({ ...id, agentId: "00000000-0000-4000-8000-000000000000" }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("a component asks the model only with the user's permission for its version", async () => {
  const uses: CodeUses = { uses: [{ kind: "model" }], open: [] };
  const { sheetOf } = await play({ calls: [show("a", uses)] });
  const surface = await sheetOf("a");
  const question: ComponentCall = { type: "model", prompt: "How is it?", schema: { type: "object" } };
  const access = await accessOf(surface);
  expect(access.uses).toMatchObject([{ use: { kind: "model" }, state: "asks" }]);
  expect(await callFromSurface(surface, question, signal)).toEqual({ asks: { kind: "model" } });
  await changeAccess(surface, { grant: [{ kind: "model" }] });
  await expect(callFromSurface(surface, question, signal)).rejects.toThrow("No model is connected");
  await changeAccess(surface, { revoke: [{ kind: "model" }] });
  expect(await callFromSurface(surface, question, signal)).toEqual({ asks: { kind: "model" } });
});
