import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { restoreItem } from "@/lib/code/history/kinds";
import { resolveAgent } from "@/lib/store/agents/agents";
import { createBoard, deleteBoard, listBoards, readBoard } from "@/lib/store/agents/boards";
import { putComponent } from "@/lib/store/agents/components";
import { subscribe } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import { begin } from "@/lib/store/loop/runs";
import { listRevisions, readVersion } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { arrangeTiles, boardNamed, pinTile, showBoard, unpinBoardTile, updateTile } from "./boards";

const user = { author: "person", cause: null } as const;
const agent = { author: "agent", cause: null } as const;
let agentId: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ drop } = await testDatabase());
  agentId = await resolveAgent();
});
afterAll(() => drop());
beforeEach(async () => {
  await sql()`delete from conversations`;
  await sql()`delete from boards`;
  await sql()`delete from revisions where kind = 'board'`;
});

async function painted(title: string): Promise<{ conversation: string; id: string }> {
  const conversation = randomUUID();
  const message = { id: "u", parts: [{ type: "text", text: "Show it" }] };
  const started = await begin({ agentId, conversationId: conversation, message, title });
  if (started.outcome !== "begun") throw new Error(started.outcome);
  const { messageId } = started.run;
  const part = {
    type: "tool-render_blocks",
    toolCallId: "c",
    state: "output-available",
    output: { action: "shown" },
  };
  const parts = asJson([{ ...part, input: { title, blocks: [{ type: "markdown", content: title }] } }]);
  await sql()`
    insert into messages (conversation_id, id, agent_id, role, parent_id, parts)
    values (${conversation}, ${messageId}, ${agentId}, 'assistant', 'u', ${parts}::json)
    on conflict (conversation_id, id) do update set parts = excluded.parts`;
  return { conversation, id: `${messageId}/c` };
}

const make = async (name = "Home") => (await createBoard(agentId, { name, tiles: [] }, user)).id;
const placesOf = async (id: string) =>
  Object.fromEntries((await readBoard(agentId, id)).tiles.map(({ id, x, y, w, h }) => [id, [x, y, w, h]]));

describe("a board", () => {
  test("restores a removed tile under its id, which no other tile may use", async () => {
    const id = await make();
    const [bread, cake] = [await painted("Bread"), await painted("Cake")];
    const { tile = "" } = await pinTile(agentId, id, { sheet: bread, w: 4, h: 5 }, user);
    await unpinBoardTile(agentId, id, tile, user);
    await pinTile(agentId, id, { id: tile, sheet: bread, x: 2, y: 0, w: 4, h: 5 }, user);
    expect(await placesOf(id)).toEqual({ [tile]: [2, 0, 4, 5] });
    await expect(pinTile(agentId, id, { id: tile, sheet: cake }, user)).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("shows each surface once, in its current state, and places surfaces side by side", async () => {
    const id = await make();
    const [bread, cake] = [await painted("Bread"), await painted("Cake")];
    const { tile } = await pinTile(agentId, id, { sheet: bread }, user);
    await pinTile(agentId, id, { sheet: cake, title: "What is sweet" }, user);
    const again = await pinTile(agentId, id, { sheet: bread, title: "Loaves" }, user);
    expect(again).toEqual({ id, version: 4, tile });
    expect(await showBoard(agentId, id)).toMatchObject({
      name: "Home",
      tiles: [
        { x: 0, y: 0, title: "Loaves", pin: { from: { title: "Bread" }, surface: { title: "Bread" } } },
        { x: 6, y: 0, title: "What is sweet", pin: { surface: { title: "Cake" } } },
      ],
    });
    await sql()`update conversations set deleted_at = now() where id = ${bread.conversation}`;
    expect((await showBoard(agentId, id)).tiles[0]?.pin.surface).toBeNull();
  });

  test("rejects pinning a surface, component or board that does not exist", async () => {
    const id = await make();
    const surface = await painted("Bread");
    await expect(pinTile(agentId, id, { sheet: { ...surface, id: "x/y" } }, user)).rejects.toThrow(
      "no such surface",
    );
    await expect(pinTile(agentId, id, {}, user)).rejects.toThrow("Say what to pin");
    await expect(pinTile(agentId, id, { component: { name: "None" } }, user)).rejects.toThrow("None");
    await expect(pinTile(agentId, randomUUID(), { sheet: surface }, user)).rejects.toThrow(
      "There is no board",
    );
    await expect(unpinBoardTile(agentId, id, "t", user)).rejects.toThrow("no tile t");
  });

  test("allows a component several times, each with its own props", async () => {
    const content = { description: "d", code: "export default () => null", props_schema: null };
    await putComponent(agentId, "Clock", 0, { content, ...user });
    const id = await make();
    const at = (zone: string) => ({ component: { name: "Clock", props: { zone } } });
    await pinTile(agentId, id, at("Rome"), user);
    const { tile = "" } = await pinTile(agentId, id, at("Oslo"), user);
    await updateTile(agentId, id, tile, { props: { zone: "Lima" } }, agent);
    const { tiles } = await showBoard(agentId, id);
    expect(tiles.map(({ pin }) => pin.surface?.input)).toEqual([
      { component: "Clock", props: { zone: "Rome" } },
      { component: "Clock", props: { zone: "Lima" } },
    ]);
    expect(new Set(tiles.map(({ pin }) => pin.surface?.id)).size).toBe(2);
  });

  test("stores consecutive moves by the user as one version, which can be undone", async () => {
    const id = await make();
    const { tile = "" } = await pinTile(agentId, id, { sheet: await painted("Bread") }, user);
    await pinTile(agentId, id, { sheet: await painted("Cake") }, user);
    const before = await placesOf(id);
    for (const w of [7, 8, 9]) await updateTile(agentId, id, tile, { w }, user);
    const { version } = await updateTile(agentId, id, tile, { h: 5 }, user);
    expect(version).toBe(4);
    expect((await placesOf(id))[tile]).toEqual([0, 0, 9, 5]);
    expect((await updateTile(agentId, id, tile, { w: 12 }, agent)).version).toBe(5);
    const third = await readVersion({ agentId, kind: "board", name: id }, 3);
    if (third) await restoreItem(agentId, third);
    expect(await placesOf(id)).toEqual(before);
    expect((await listRevisions(agentId, { kind: "board" })).revisions[0]).toMatchObject({
      ...{ version: 6, title: "Home", author: "restore" },
    });
  });

  test("keeps concurrent changes from two tabs, and ignores places of removed tiles", async () => {
    const id = await make();
    const surfaces = await Promise.all(["a", "b", "c", "d"].map(painted));
    await Promise.all(surfaces.map((surface) => pinTile(agentId, id, { sheet: surface }, user)));
    const [first, ...others] = (await readBoard(agentId, id)).tiles;
    const places = others.map(({ id, w, h }, at) => ({ id, w, h, x: 0, y: at * 20 }));
    const gone = { id: "gone", x: 0, y: 0, w: 6, h: 4 };
    await Promise.all([
      arrangeTiles(agentId, id, { places: [...places, gone] }, user),
      unpinBoardTile(agentId, id, first?.id ?? "", user),
    ]);
    expect(Object.values(await placesOf(id)).toSorted()).toEqual([
      [0, 0, 6, 3],
      [0, 3, 6, 3],
      [0, 6, 6, 3],
    ]);
  });

  test("has a unique name and can be restored after deletion", async () => {
    const id = await make();
    await expect(make("HOME")).rejects.toThrow("Choose another name");
    const other = await make("Shop");
    await expect(arrangeTiles(agentId, other, { name: "home" }, user)).rejects.toThrow("Choose another name");
    await arrangeTiles(agentId, other, { name: "Store" }, user);
    await deleteBoard(agentId, id, user);
    expect(await listBoards(agentId)).toMatchObject([{ name: "Store", tiles: 0, version: 2 }]);
    const [last] = (await listRevisions(agentId, { kind: "board", name: id })).revisions;
    expect(last).toMatchObject({ deleted: true, title: "Home" });
    const first = await readVersion({ agentId, kind: "board", name: id }, 1);
    if (first) await restoreItem(agentId, first);
    expect((await listBoards(agentId)).map(({ name }) => name)).toContain("Home");
  });

  test("is found by name, created on pinning, and announced to every tab", async () => {
    await expect(boardNamed(agentId, "Home")).rejects.toThrow("There is no board yet");
    const notices: unknown[] = [];
    const stop = subscribe((notice) => notices.push(notice));
    const { id } = await boardNamed(agentId, "Home", agent);
    stop();
    expect(notices).toContainEqual({ type: "history", agent: agentId, kind: "board", name: id });
    expect((await boardNamed(agentId, "hOmE")).id).toBe(id);
    await expect(boardNamed(agentId, "Shop")).rejects.toThrow("There are: “Home”");
  });
});
