import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLOCK_MS } from "@/lib/data/sqlite/changed-at";
import { folderOf } from "@/lib/data/sqlite/folder";
import { copyOfMoment, momentOf } from "@/lib/data/sqlite/moments";
import { putDatabase } from "@/lib/data/sqlite/restore";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { write } from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { listRevisions } from "@/lib/store/revisions";
import { previewAgentRestore, restoreAgentTo } from "./restore-point";
import { undoRestore } from "./undo-restore";

let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab();
});
afterAll(() => db.close());

const copies = async () =>
  (await listRevisions(db.agentId, { kind: "database", name: "database" })).revisions;
const rows = async () => (await db.read("SELECT group_concat(n, ' ') FROM kept")).rows[0]?.[0];
const of = async (at: string) => {
  const { changes, beyond } = await previewAgentRestore(db.agentId, at);
  return { change: changes.find(({ kind }) => kind === "database"), beyond };
};
/**
 * Waits and returns a time that is after all earlier writes and before all later ones, despite the coarse
 * file times.
 */
function now(): string {
  const at = Date.now() + 2 * CLOCK_MS;
  while (Date.now() <= at);
  return new Date(at).toISOString();
}

let full: string;
test("previewAgentRestore reports that no copy is old enough, or that the database has not changed", async () => {
  const first = now();
  await db.run("CREATE TABLE kept (n INTEGER); INSERT INTO kept VALUES (1), (2)");
  expect(await of(first)).toEqual({ change: undefined, beyond: ["database"] });
  full = now();
  expect(await of(full)).toEqual({ change: undefined, beyond: undefined });
});

test("restoreAgentTo restores the database exactly, and to a moment before that restore", async () => {
  const { agentId } = db;
  await db.run("DELETE FROM kept");
  await write(agentId, "after", 1, { author: "person", cause: null });
  const { change } = await of(full);
  expect(change).toMatchObject({ action: "change", revisionId: null });
  expect(change).not.toHaveProperty("asOf");
  const { hash } = await previewAgentRestore(agentId, full);
  await expect(restoreAgentTo(agentId, full, { expect: "another" })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await rows()).toBeNull();
  const before = now();
  const { revisions: restored } = await restoreAgentTo(agentId, full, { expect: hash });
  expect(restored.map(({ kind }) => kind)).toEqual(["state", "database"]);
  expect(await rows()).toBe("1 2");
  expect(await of(full)).toEqual({ change: undefined, beyond: undefined });

  expect((await of(before)).change).not.toHaveProperty("asOf");
  await restoreAgentTo(agentId, before);
  expect(await rows()).toBeNull();
});

test("restoreAgentTo restores a moment between two writes", async () => {
  await db.run("INSERT INTO kept VALUES (7)");
  const between = now();
  await db.run("INSERT INTO kept VALUES (8)");
  expect((await of(between)).change).not.toHaveProperty("asOf");
  await restoreAgentTo(db.agentId, between);
  expect(await rows()).toBe("7");
});

test("undoRestore undoes exactly the restored database, unless it changed since", async () => {
  const { agentId } = db;
  await db.run("INSERT INTO kept VALUES (20)");
  const at = now();
  await db.run("INSERT INTO kept VALUES (21)");
  const parts = [{ kind: "database", name: "database" }] as const;
  const { restore } = await restoreAgentTo(agentId, at, { parts });
  expect(await rows()).toBe("7 20");
  expect((await undoRestore(agentId, { restore })).revisions).toMatchObject([{ kind: "database" }]);
  expect(await rows()).toBe("7 20 21");
  expect(await undoRestore(agentId, { restore })).toEqual({ revisions: [] });
  const again = await restoreAgentTo(agentId, at, { parts });
  await db.run("INSERT INTO kept VALUES (22)");
  await expect(undoRestore(agentId, { restore: again.restore })).rejects.toMatchObject({ code: "conflict" });
  expect(await rows()).toBe("7 20 22");
});

test("restoreAgentTo puts the database back if the rest fails", async () => {
  const { agentId } = db;
  const at = now();
  await db.run("INSERT INTO kept VALUES (30)");
  await write(agentId, "half", 1, { author: "person", cause: null });
  await sql()`
    create function refuse() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`;
  await sql()`create trigger refuse before delete on state for each row execute function refuse()`;
  const before = await rows();
  await expect(restoreAgentTo(agentId, at)).rejects.toThrow("no room");
  await sql()`drop trigger refuse on state`;
  expect(await rows()).toBe(before);
});

test("a kill after the database was restored leaves a restore that can be completed or undone", async () => {
  const { agentId } = db;
  const at = now();
  await db.run("INSERT INTO kept VALUES (40)");
  await write(agentId, "killed", 1, { author: "person", cause: null });
  const [then, later] = [String(await rows()).replace(" 40", ""), await rows()];
  const kill = async () => {
    const restore = randomUUID();
    const moment = await momentOf(agentId, { at: Date.parse(at) });
    const copy = await copyOfMoment(agentId, moment?.past?.number ?? 0);
    await putDatabase(agentId, copy, { author: "restore", cause: { moment: at, restore } });
    expect(await rows()).toBe(then);
    return restore;
  };
  await undoRestore(agentId, { restore: await kill() });
  expect(await rows()).toBe(later);
  await kill();
  const { revisions } = await restoreAgentTo(agentId, at);
  expect(revisions.map(({ kind, name }) => [kind, name])).toEqual([["state", "killed"]]);
  expect(await rows()).toBe(then);
});

test("without the change log, restoreAgentTo restores the last copy before the time", async () => {
  await db.run("INSERT INTO kept VALUES (9)");
  const between = now();
  await db.run("INSERT INTO kept VALUES (10)");
  await rm(join(folderOf(db.agentId), "log"), { recursive: true });
  const [newest] = await copies();
  expect((await of(between)).change).toMatchObject({ asOf: newest?.createdAt, to: newest?.version });
  await restoreAgentTo(db.agentId, between);
  expect(await rows()).not.toContain("9");
});
