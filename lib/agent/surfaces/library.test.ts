import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { allowDeed, surfaceMay } from "@/lib/agent/calls/surface";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { newScript } from "@/lib/agent/loop/testing/script";
import { stage } from "@/lib/agent/loop/testing/stage";
import * as compile from "@/lib/code/compile/index";
import * as bundles from "@/lib/code/components/bundles";
import { aBundle } from "@/lib/code/components/testing/lab";
import { execute } from "@/lib/data/sqlite/index";
import { replace } from "@/lib/ground/base/testing/replaced";
import type { CodeUses, Use } from "@/lib/shared/components/access";
import type { ComponentCall } from "@/lib/shared/components/call";
import { openHome } from "@/lib/store/conversations/library-surfaces";
import { listPins, pinComponent, pinsOfComponents } from "@/lib/store/conversations/pins";
import { changeSurface, readSurfaceState } from "@/lib/store/conversations/surfaces";
import { sql } from "@/lib/store/db";
import { listConversations } from "@/lib/store/search/conversation-list";
import { accessOf, changeAccess, componentOnSurface } from "./access";
import { callFromSurface } from "./call";
import { queryFromSurfaces } from "./shared-query";

const script = newScript({}, withLab());
const used = { now: { uses: [], open: [] } as CodeUses };
replace(compile, { usesOf: async () => used.now });
replace(bundles, { bundleForRuntime: async (hash) => aBundle(hash) });

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
  for (const text of [
    "create table shop (id integer primary key, name)",
    "insert into shop values (1, 'North')",
  ])
    await execute({ agentId: scene.agentId, sql: text });
});
afterAll(() => scene.close());
beforeEach(() => lab.reset());

const TABLE: Use = { kind: "table", name: "shop" };
const ACT: Use = { kind: "tool", name: "act" };
const { catalog } = script.equipment;
const { signal } = new AbortController();

const put = (name: string, code: string) => sql()`
  insert into components (agent_id, name, description, code, version) values (${scene.agentId}, ${name}, '', ${code}, 1)
  on conflict (agent_id, name) do update set code = excluded.code, version = components.version + 1`;

async function placed(name: string, tile?: string) {
  const { agentId } = scene;
  if (tile === undefined) await pinComponent(agentId, name, {});
  const pins =
    tile === undefined
      ? await listPins(agentId)
      : [...(await pinsOfComponents(agentId, [{ id: tile, name, props: {} }])).values()];
  const surface = pins.find((pin) => pin.surface?.component?.name === name)?.surface;
  if (!surface?.home) throw new Error("It lies nowhere");
  return { agentId, conversationId: surface.home, ...surface.call };
}

const call = async (id: Awaited<ReturnType<typeof placed>>, body: ComponentCall) =>
  callFromSurface(await componentOnSurface(id), body, signal, catalog);

test("a stored component asks for each use, and a grant applies to that version in every placement", async () => {
  used.now = { uses: [{ kind: "query" }, TABLE, ACT], open: [] };
  await put("Shop list", "1");
  const pinned = await placed("Shop list");
  const tile = await placed("Shop list", "t1");
  expect(pinned.conversationId).toBe(tile.conversationId);
  expect(await call(tile, { type: "query", sql: "select name from shop" })).toMatchObject({
    rows: { rows: [["North"]] },
  });
  const insert: ComponentCall = { type: "insert", table: "shop", rows: [{ name: "South" }] };
  expect(await call(tile, insert)).toEqual({ asks: TABLE });
  await changeAccess(await componentOnSurface(tile), { grant: [TABLE] }, catalog);
  expect(await call(pinned, insert)).toMatchObject({ added: { keys: [[2]] } });

  used.now = { uses: [...used.now.uses, { kind: "tool", name: "look" }], open: [] };
  await put("Shop list", "2");
  expect(await call(tile, insert)).toEqual({ asks: TABLE });
  expect(await accessOf(await componentOnSurface(tile), catalog)).toMatchObject({ isWider: true });
});

test("a stored component's tool calls are recorded in a separate conversation, which is listed only on request", async () => {
  used.now = { uses: [ACT], open: [] };
  await put("Bell", "b");
  const id = await placed("Bell", "t2");
  const ring: ComponentCall = { type: "tool", name: "act", args: { n: 1 } };
  expect(await call(id, ring)).toEqual({ asks: ACT });
  await changeAccess(await componentOnSurface(id), { grant: [ACT] }, catalog);
  expect(await call(id, ring)).toEqual({ value: { ok: true } });
  const rows =
    await sql()`select tool_name, status, parent_tool_call_id from tool_calls where conversation_id = ${id.conversationId}`;
  expect(rows).toMatchObject([{ tool_name: "act", status: "ok", parent_tool_call_id: "Bell:t2" }]);
  expect((await listConversations(scene.agentId)).conversations).toEqual([]);
  const { conversations } = await listConversations(scene.agentId, { origin: "component" });
  expect(conversations).toMatchObject([{ id: id.conversationId, title: "Bell", origin: "component" }]);
});

test("a stored component has separate state in each placement, also after its conversation was deleted", async () => {
  await put("Counter", "c");
  const [one, two] = [await placed("Counter", "t3"), await placed("Counter", "t4")];
  expect(await readSurfaceState(one)).toEqual({ entries: {}, version: 0 });
  await openHome(one);
  await changeSurface(one, { entries: { "state:count": 1 } });
  expect(await readSurfaceState(one)).toMatchObject({ entries: { "state:count": 1 } });
  expect(await readSurfaceState(two)).toMatchObject({ entries: {} });
  await sql()`update conversations set deleted_at = now() where id = ${one.conversationId}`;
  await openHome(one);
  expect(await changeSurface(one, { entries: { "state:count": 2 } })).toBe(2);
});

test("a stored component that read web text asks before it sends a message, and asks again after its code changes", async () => {
  used.now = { uses: [], open: [] };
  await put("Reader", "r1");
  const id = await placed("Reader", "t5");
  expect(await surfaceMay(id)).toEqual({ writes: "allow", says: "allow", answers: "allow" });
  await sql()`insert into component_grants (agent_id, subject, bundle, read_web)
    values (${scene.agentId}, 'component:Reader', ${(await componentOnSurface(id)).shown.bundle}, '["https://a.test"]')`;
  expect(await surfaceMay(id)).toMatchObject({ says: "ask", answers: "ask" });
  expect(await allowDeed(id, "says")).toMatchObject({ says: "allow", answers: "ask" });
  expect((await accessOf(await componentOnSurface(id), catalog)).uses).toEqual([]);
  await put("Reader", "r2");
  expect(await surfaceMay(id)).toMatchObject({ says: "ask" });
});

test("a query is read once for all surfaces that may read it, and each other surface gets the reason why it may not", async () => {
  used.now = { uses: [{ kind: "query" }], open: [] };
  await put("A", "a");
  await put("B", "b");
  const [a, b] = [await placed("A", "t6"), await placed("B", "t7")];
  await changeAccess(await componentOnSurface(b), { revoke: [{ kind: "query" }] }, catalog);
  const surface = ({ conversationId: conversation, messageId, toolCallId }: typeof a) => ({
    conversation,
    messageId,
    toolCallId,
  });
  const gone = { ...surface(a), toolCallId: "Nothing:t8" };
  const asked = { sql: "select count(*) from shop", sheets: [surface(a), surface(a), surface(b), gone] };
  expect(await queryFromSurfaces(scene.agentId, asked, signal)).toMatchObject({
    rows: { row_count: 1 },
    sheets: [{}, {}, { problem: { status: 403 } }, { problem: { status: 404 } }],
  });
  const wrong = await queryFromSurfaces(
    scene.agentId,
    { sql: "delete from shop", sheets: [surface(a), surface(b)] },
    signal,
  );
  expect(wrong).toMatchObject({ sheets: [{ problem: { status: 422 } }, { problem: { status: 403 } }] });
  expect(wrong.rows).toBeUndefined();
});

test("throws not_found for a deleted component or one of another agent", async () => {
  await put("Gone", "g");
  const id = await placed("Gone", "t9");
  await sql()`update components set deleted_at = now() where name = 'Gone'`;
  await expect(componentOnSurface(id)).rejects.toMatchObject({ code: "not_found" });
  await openHome(id);
  await expect(changeSurface(id, { entries: { a: 1 } })).rejects.toMatchObject({ code: "not_found" });
  const other = { ...id, agentId: "00000000-0000-4000-8000-000000000000" };
  await expect(componentOnSurface(other)).rejects.toMatchObject({ code: "not_found" });
});
