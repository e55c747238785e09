import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthoredComponent, updateComponent } from "@/lib/code/components/save";
import { fakeCompiler } from "@/lib/code/components/testing/lab";
import { createTool, deleteTool, updateTool } from "@/lib/code/tools/save";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { actingAs } from "@/lib/ground/base/acting";
import { listAgentTools, readAgentTool } from "@/lib/store/agents/agent-tools";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeBoard, createBoard } from "@/lib/store/agents/boards";
import { listComponents, readComponent, removeComponent } from "@/lib/store/agents/components";
import { readText, writeText } from "@/lib/store/agents/identity";
import * as state from "@/lib/store/agents/state";
import { type Notice, subscribe } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { readConversation } from "@/lib/store/loop/conversations";
import { begin } from "@/lib/store/loop/runs";
import { listRevisions, readLive, readRevision } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { restoreVersion } from "./restore";
import { previewAgentRestore, restoreAgentTo } from "./restore-point";
import { newAgent } from "./testing/agents";
import { undoRestore } from "./undo-restore";

fakeCompiler();
fakeSandbox();

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const user = { author: "person", cause: null } as const;
const tool = (name: string, code = "return 1") => ({
  name,
  description: "A tool",
  parameter_schema: { type: "object" },
  code,
});
const component = (name: string, code = "one") => ({ name, description: "A component", code });
const prompt = (content: string) => writeText(agentId, "system_prompt", () => content, user);

const newest = async () => (await listRevisions(agentId)).revisions[0];
const all = async () => ({
  prompt: (await readText(agentId, "system_prompt")).content,
  notes: (await readText(agentId, "learned_notes")).content,
  tools: (await listAgentTools(agentId)).map(({ name, code }) => [name, code]),
  components: (await listComponents(agentId)).map(({ name }) => name),
  state: (await state.entries(agentId)).map(({ key, value }) => [key, value]),
});
const idOf = async (
  kind: "tool" | "component" | "state" | "system_prompt",
  name: string,
  version: number,
) => {
  const { revisions } = await listRevisions(agentId, { kind, name });
  return revisions.find((one) => one.version === version)?.id ?? "";
};

describe("a restored item", () => {
  test("gets a new version that names its source, and the restore itself can be undone", async () => {
    await prompt("two");
    await prompt("three");
    const back = await restoreVersion(agentId, await idOf("system_prompt", "system_prompt", 2));
    expect(back).toMatchObject({
      version: 4,
      author: "restore",
      cause: { restored: { version: 2 } },
      content: "two",
    });
    expect(await readText(agentId, "system_prompt")).toEqual({ content: "two", version: 4 });
    expect(await restoreVersion(agentId, await idOf("system_prompt", "system_prompt", 3))).toMatchObject({
      version: 5,
    });
    expect(await restoreVersion(agentId, back.id)).toMatchObject({ version: 6, content: "two" });
  });

  test("gets no new version if its content is already live", async () => {
    const before = await newest();
    const live = await restoreVersion(agentId, await idOf("system_prompt", "system_prompt", 2));
    expect(live).toMatchObject({ version: 6 });
    expect(await newest()).toEqual(before);
  });

  test("is deleted if the version is a deletion, and exists again after an earlier version is restored", async () => {
    await state.write(agentId, "k", { n: 1 }, user);
    await state.remove(agentId, "k", user);
    await createTool(agentId, tool("gone"), user);
    await deleteTool(agentId, "gone", user);
    await createAuthoredComponent(agentId, component("Gone"), { author: "person" });
    await removeComponent(agentId, "Gone", user);
    for (const [kind, name] of [
      ["state", "k"],
      ["tool", "gone"],
      ["component", "Gone"],
    ] as const) {
      expect(await restoreVersion(agentId, await idOf(kind, name, 1)), kind).toMatchObject({
        version: 3,
        deleted: false,
      });
      const deletion = await idOf(kind, name, 2);
      expect(await restoreVersion(agentId, deletion), kind).toMatchObject({ version: 4, deleted: true });
      expect(await restoreVersion(agentId, deletion), kind).toMatchObject({ version: 4 });
    }
    expect(await state.read(agentId, "k")).toBeNull();
    expect(await readAgentTool(agentId, "gone")).toBeNull();
    expect(await readComponent(agentId, "Gone")).toBeNull();
  });

  test("notifies tabs that show it", async () => {
    const notices: Notice[] = [];
    const leave = subscribe((notice) => notices.push(notice));
    await restoreVersion(agentId, await idOf("state", "k", 1));
    leave();
    expect(notices.map(({ type }) => type).sort()).toEqual(["history", "state"]);
  });
});

describe("a restore point", () => {
  test("previews and restores changed, created and deleted items together", async () => {
    await createTool(agentId, tool("kept"), user);
    await createTool(agentId, tool("lost"), user);
    await createAuthoredComponent(agentId, component("Kept"), { author: "person" });
    await state.write(agentId, "before", "\0 \ud800", user);
    await writeText(agentId, "learned_notes", () => "tea", user);
    const then = await all();
    const at = (await newest())?.createdAt ?? "";
    await prompt("later");
    await updateTool(agentId, "kept", { code: "return 2" }, user);
    await deleteTool(agentId, "lost", user);
    await createTool(agentId, tool("new"), user);
    await updateComponent(agentId, "Kept", { code: "two" }, { author: "person" });
    await state.remove(agentId, "before", user);
    await state.write(agentId, "after", 1, user);
    const now = await all();

    const preview = await previewAgentRestore(agentId, at);
    expect(preview.changes.map(({ kind, name, action, from, to }) => [kind, name, action, from, to])).toEqual(
      [
        ["system_prompt", "system_prompt", "change", 7, 6],
        ["tool", "kept", "change", 2, 1],
        ["tool", "lost", "create", null, 1],
        ["tool", "new", "delete", 1, null],
        ["component", "Kept", "change", 2, 1],
        ["state", "after", "delete", 1, null],
        ["state", "before", "create", null, 1],
      ],
    );
    const [first] = preview.changes;
    expect(await readRevision(agentId, first?.revisionId ?? "")).toMatchObject({ version: 6 });
    expect(await readRevision(agentId, first?.liveId ?? "")).toMatchObject({ version: 7, content: "later" });

    const written = (await restoreAgentTo(agentId, at, { expect: preview.hash })).revisions;
    expect(written).toHaveLength(7);
    expect(written[0]).toMatchObject({ version: 8, author: "restore", cause: { moment: at } });
    expect(written[0]).not.toHaveProperty("content");
    expect(await all()).toEqual(then);
    expect(await restoreAgentTo(agentId, at)).toEqual({ revisions: [] });

    const undo = new Date(Date.parse(written[0]?.createdAt ?? "") - 1).toISOString();
    await restoreAgentTo(agentId, undo);
    expect(await all()).toEqual(now);
  });

  test("is rejected if data has changed since the preview", async () => {
    const at = (await newest())?.createdAt ?? "";
    await prompt("a");
    const { hash } = await previewAgentRestore(agentId, at);
    await prompt("b");
    const before = await newest();
    const details = { hash: (await previewAgentRestore(agentId, at)).hash };
    await expect(restoreAgentTo(agentId, at, { expect: hash })).rejects.toMatchObject({
      code: "conflict",
      details,
    });
    expect(await newest()).toEqual(before);
  });

  test("is rejected if a value was overwritten without a new version since the preview", async () => {
    const at = (await newest())?.createdAt ?? "";
    await state.write(agentId, "typed", 1, user);
    const { hash } = await previewAgentRestore(agentId, at);
    await state.write(agentId, "typed", 2, user);
    await expect(restoreAgentTo(agentId, at, { expect: hash })).rejects.toMatchObject({ code: "conflict" });
  });

  test("is rejected if its time is before the agent's creation", async () => {
    await expect(previewAgentRestore(agentId, "2001-01-01T00:00:00.000Z")).rejects.toMatchObject({
      code: "invalid",
    });
    const { revisions } = await listRevisions(agentId, { kind: "system_prompt" });
    const first = revisions.at(-1)?.createdAt ?? "";
    expect((await previewAgentRestore(agentId, first)).changes).toContainEqual(
      expect.objectContaining({ kind: "system_prompt", to: 1 }),
    );
  });

  test("is accepted for the oldest version even if the agent's row is newer", async () => {
    const { revisions } = await listRevisions(agentId, { kind: "system_prompt" });
    const first = revisions.at(-1)?.createdAt ?? "";
    await sql()`update agents set created_at = ${first}::timestamptz + interval '3 ms' where id = ${agentId}`;
    const { hash, changes } = await previewAgentRestore(agentId, first);
    expect(changes).toContainEqual(expect.objectContaining({ kind: "system_prompt", to: 1 }));
    const { revisions: written } = await restoreAgentTo(agentId, first, { expect: hash });
    expect(written).not.toHaveLength(0);
  });

  test("restores only chosen items, as previewed, and tells what they need", async () => {
    await createAuthoredComponent(agentId, component("Shown"), { author: "person" });
    const { id: board } = await createBoard(agentId, { name: "Home", tiles: [] }, user);
    const at = (await newest())?.createdAt ?? "";
    await removeComponent(agentId, "Shown", user);
    await createAuthoredComponent(agentId, component("New"), { author: "person" });
    const source = { component: "New", props: {} };
    const tiles = [{ id: "t", x: 0, y: 0, w: 4, h: 4, source }];
    await changeBoard(agentId, board, ({ name }) => ({ name, tiles }), user);
    await state.write(agentId, "mine", 1, user);
    await prompt("mine");
    const { changes } = await previewAgentRestore(agentId, at);
    const hashOf = (name: string) => changes.find((one) => one.name === name)?.hash;
    expect(changes.find(({ name }) => name === "New")?.needs).toEqual([{ kind: "board", name: board }]);
    const part = (kind: "state" | "component" | "system_prompt", name: string) => ({
      ...{ kind, name },
      expect: hashOf(name),
    });
    await state.write(agentId, "other", 1, user);
    const parts = [part("component", "New"), part("state", "mine")];
    const { revisions } = await restoreAgentTo(agentId, at, { parts });
    expect(revisions.map(({ kind, name }) => [kind, name])).toEqual([
      ["component", "New"],
      ["state", "mine"],
    ]);
    expect((await readText(agentId, "system_prompt")).content).toBe("mine");
    expect(await state.read(agentId, "other")).not.toBeNull();
    expect(await restoreAgentTo(agentId, at, { parts: [] })).toEqual({ revisions: [] });

    await prompt("newer");
    const details = { changed: [{ kind: "system_prompt", name: "system_prompt" }] };
    await expect(
      restoreAgentTo(agentId, at, { parts: [part("system_prompt", "system_prompt")] }),
    ).rejects.toMatchObject({ code: "conflict", details });
    await expect(
      restoreAgentTo(agentId, at, { parts: [{ kind: "state", name: "mispelt" }] }),
    ).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("parts[0]") });
  });

  test("is undone exactly, once, unless something of it changed since", async () => {
    await state.write(agentId, "a", 1, user);
    await createTool(agentId, tool("undone"), user);
    const at = (await newest())?.createdAt ?? "";
    await state.write(agentId, "b", 2, user);
    await state.remove(agentId, "a", user);
    await deleteTool(agentId, "undone", user);
    const now = await all();
    const { restore = "", revisions } = await restoreAgentTo(agentId, at);
    expect(revisions).toHaveLength(3);
    await state.write(agentId, "since", 3, user);
    expect((await undoRestore(agentId, { restore })).revisions).toHaveLength(3);
    expect(await all()).toEqual({ ...now, state: [...now.state, ["since", 3]].sort() });
    expect(await undoRestore(agentId, { restore })).toEqual({ revisions: [] });

    const again = await restoreAgentTo(agentId, at);
    await state.write(agentId, "a", 4, user);
    const before = await all();
    await expect(undoRestore(agentId, { restore: again.restore })).rejects.toMatchObject({
      code: "conflict",
      details: { changed: [{ kind: "state", name: "a" }] },
    });
    expect(await all()).toEqual(before);
    await expect(undoRestore(agentId, { restore: randomUUID() })).rejects.toMatchObject({
      code: "not_found",
    });
    const other = await newAgent();
    await expect(undoRestore(other, { restore })).rejects.toMatchObject({ code: "not_found" });
  });

  test("is undone with its conversation, which stays if it continued since or belongs to another member", async () => {
    const place = { agentId, conversationId: randomUUID() };
    const say = async (text: string) => {
      await begin({ ...place, message: { id: text, parts: [{ type: "text", text }] }, title: "Talk" });
      await sql()`update runs set status = 'completed' where conversation_id = ${place.conversationId}`;
    };
    const shown = async () =>
      (await readConversation(agentId, place.conversationId))?.messages.map(({ id, role }) =>
        role === "user" ? id : role,
      );
    await say("first");
    await prompt("then");
    const at = (await newest())?.createdAt ?? "";
    await say("second");
    await prompt("later");
    const conversation = { id: place.conversationId };
    const restored = async () => (await restoreAgentTo(agentId, at, { conversation })).restore;
    const whole = ["first", "assistant", "second", "assistant"];

    const restore = await restored();
    expect(await shown()).toEqual(whole.slice(0, 2));
    expect(await undoRestore(agentId, { restore })).toMatchObject({ conversation: "shown" });
    expect(await shown()).toEqual(whole);
    expect(await undoRestore(agentId, { restore })).toEqual({ revisions: [] });

    const continued = { restore: await restored() };
    await say("third");
    expect(await undoRestore(agentId, continued)).toMatchObject({ conversation: "stays" });
    expect(await shown()).toEqual(["first", "assistant", "third", "assistant"]);
    expect((await readText(agentId, "system_prompt")).content).toBe("later");

    const ofOwner = { restore: await restored() };
    const other = { memberId: randomUUID(), isAlone: false, rightOn: async () => "edit" as const };
    expect(await actingAs(other, () => undoRestore(agentId, ofOwner))).toMatchObject({
      conversation: "stays",
    });
    expect(await shown()).toEqual(whole.slice(0, 2));
    expect((await readText(agentId, "system_prompt")).content).toBe("later");
  });

  test("is rolled back if it fails midway", async () => {
    const at = (await newest())?.createdAt ?? "";
    await prompt("c");
    await state.write(agentId, "half", 1, user);
    const before = [await all(), await newest()];
    // The prompt is written first, then restoring the state fails.
    await sql()`
      create function refuse() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`;
    await sql()`create trigger refuse before delete on state for each row execute function refuse()`;
    await expect(restoreAgentTo(agentId, at)).rejects.toThrow("no room");
    await sql()`drop trigger refuse on state`;
    expect([await all(), await newest()]).toEqual(before);
    const item = { agentId, kind: "system_prompt", name: "system_prompt" } as const;
    expect(await readLive(sql(), item)).toMatchObject({ content: "c" });
  });
});
