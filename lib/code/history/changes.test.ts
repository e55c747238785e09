import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runQuery } from "@/lib/data/documents/query";
import { lab } from "@/lib/data/sqlite/testing/lab";
import type { Change } from "@/lib/shared/changes";
import { isNamedById, isSingle, PARTS } from "@/lib/shared/kinds";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { find, remove, write } from "@/lib/store/agents/state";
import { dropCollection } from "@/lib/store/data/document-history";
import { sql } from "@/lib/store/db";
import { changing, listRevisions, readLive } from "@/lib/store/revisions";
import { changesOfCalls, changesUnattended } from "./changes";
import { putItem } from "./kinds";
import { VERSIONS } from "./testing/versions";
import { undoChange } from "./undo";

let database: Awaited<ReturnType<typeof lab>>;
let agentId: string;
beforeAll(async () => {
  database = await lab();
  agentId = database.agentId;
  await changeSetting(agentId, "general", { timeZone: "Europe/Berlin" });
});
afterAll(() => database.close());

/** A message of a conversation, with its changes. */
function message() {
  const conversationId = randomUUID();
  const messageId = randomUUID();
  const by = (toolCallId = "c1") =>
    ({ author: "agent", cause: { conversationId, messageId, runId: randomUUID(), toolCallId } }) as const;
  const changes = (copyIds: string[] = []) =>
    changesOfCalls(agentId, { conversationId, messageIds: [messageId], copyIds });
  const words = async () => (await changes()).map(({ words }) => words);
  const only = async (): Promise<Change> => {
    const [first, ...others] = await changes();
    if (!first || others.length > 0) throw new Error("Not one change");
    return first;
  };
  return { by, changes, words, only };
}

const person = { author: "person", cause: null } as const;
const value = async (key: string) => (await find(agentId, key))?.value;
const undo = ({ id, from }: Change) => undoChange(agentId, id, { from });
const redo = ({ id, from }: Change) => undoChange(agentId, id, { from, isRedone: true });

const DELETABLE = PARTS.filter((kind) => kind !== "system_prompt" && kind !== "learned_notes");

test.each(DELETABLE)("a %s that a call made, changed or deleted is undone and redone", async (kind) => {
  const name = isSingle(kind)
    ? kind
    : isNamedById(kind)
      ? randomUUID()
      : kind === "block"
        ? "water"
        : "Water";
  const item = { agentId, kind, name };
  const put = (content: unknown, by: ReturnType<ReturnType<typeof message>["by"]>) =>
    changing(item, (tx, add) => putItem(tx, add, item, { content, ...by }));
  const contentNow = async () => (await readLive(sql(), item))?.content ?? null;
  const steps = [VERSIONS[kind][0], VERSIONS[kind][1], null];
  let before: unknown = null;
  for (const content of steps) {
    const { by, only } = message();
    await put(content, by());
    const change = await only();
    expect(change).toMatchObject({ kind, name, state: "done", isDeleted: content === null });
    expect(await undo(change)).toMatchObject({ state: "undone" });
    expect(await contentNow()).toEqual(before);
    expect((await only()).state).toBe("undone");
    expect(await redo(change)).toMatchObject({ state: "done" });
    expect(await contentNow()).toEqual(content);
    expect((await only()).state).toBe("done");
    before = content;
  }
});

describe("a change", () => {
  test("joins the versions that one message wrote, and ends as the item was", async () => {
    await write(agentId, "budget", 100, person);
    const { by, only } = message();
    await write(agentId, "budget", 150, by("c1"));
    await remove(agentId, "budget", by("c2"));
    await write(agentId, "budget", 200, by("c3"));
    const change = await only();
    expect(change).toMatchObject({ words: "budget: 100 → 200", toolCallId: "c3" });
    await undo(change);
    expect(await value("budget")).toBe(100);
  });

  test("is none if the message made an item and deleted it, or left it as it was", async () => {
    const { by, changes } = message();
    await write(agentId, "brief", 1, by("c1"));
    await remove(agentId, "brief", by("c2"));
    expect(await changes()).toEqual([]);
  });

  test("is undone once, also by concurrent requests", async () => {
    const { by, only } = message();
    await write(agentId, "once", 1, by());
    const change = await only();
    const answers = await Promise.all([undo(change), undo(change), undo(change)]);
    expect(new Set(answers.map(({ revisionId }) => revisionId)).size).toBe(1);
    expect(await value("once")).toBeUndefined();
    expect((await listRevisions(agentId, { kind: "state", name: "once" })).revisions).toHaveLength(2);
  });

  test("cannot be undone after a later change", async () => {
    const { by, only } = message();
    await write(agentId, "later", 1, by());
    await write(agentId, "later", 2, person);
    const change = await only();
    expect(change.state).toBe("outdated");
    await expect(undo(change)).rejects.toMatchObject({ code: "conflict" });
    expect(await value("later")).toBe(2);
  });

  test("in the middle of others does not revert them", async () => {
    const { by, changes } = message();
    await write(agentId, "middle", 1, by("c1"));
    await write(agentId, "middle", 2, person);
    await write(agentId, "middle", 3, by("c2"));
    const [first, second] = await changes();
    expect([first?.state, second?.state]).toEqual(["outdated", "done"]);
    if (second) await undo(second);
    expect(await value("middle")).toBe(2);
  });

  test("of another agent is neither listed nor undone", async () => {
    const { by, only } = message();
    await write(agentId, "mine", 1, by());
    const { id } = await only();
    await expect(undoChange(randomUUID(), id, {})).rejects.toMatchObject({ code: "not_found" });
  });

  test("of a text too large to compare still has a sentence", async () => {
    const { by, words } = message();
    await write(agentId, "large", "x".repeat(150_000), by());
    expect(await words()).toEqual(["Changed large"]);
  });
});

test("100 changes of a message are read at once", async () => {
  const { by, changes } = message();
  for (let at = 0; at < 100; at++) await write(agentId, `many.${at}`, at, by());
  const all = await changes();
  expect(all).toHaveLength(100);
  expect(all[0]?.words).toBe("Stored many.0: 0");
});

describe("a change of documents", () => {
  const year = new Date().getFullYear();
  const insert = (title: string, by: object) =>
    runQuery(
      {
        ...{ collection: "schedule", operation: "insertOne" as const },
        data: { _id: randomUUID(), title, start: { $date: `${year}-12-01T09:00:00.000Z` } },
      },
      { agentId, by: by as typeof person },
    );
  const move = (title: string, day: number, by: object) =>
    runQuery(
      {
        ...{ collection: "schedule", operation: "updateOne" as const, filter: { title } },
        update: { $set: { start: { $date: `${year}-12-0${day}T13:00:00.000Z` } } },
      },
      { agentId, by: by as typeof person },
    );

  test("is undone alone while others of the collection follow", async () => {
    const { by, changes } = message();
    await insert("Dentist", person);
    await move("Dentist", 2, by("c1"));
    await insert("Lunch", by("c2"));
    const [moved, added] = await changes();
    expect([moved?.words, added?.words]).toEqual([
      "Dentist: 1 Dec 10:00 → 2 Dec 14:00",
      "Lunch, 1 Dec 10:00 added",
    ]);
    if (!moved || !added) throw new Error("Not two changes");
    await undo(moved);
    await undo(moved);
    expect((await changes()).map(({ state }) => state)).toEqual(["undone", "done"]);
    await redo(moved);
    expect((await changes()).map(({ state }) => state)).toEqual(["done", "done"]);
    await move("Dentist", 3, person);
    expect((await changes()).map(({ state }) => state)).toEqual(["outdated", "done"]);
    await expect(undo(moved)).rejects.toMatchObject({ code: "conflict" });
  });

  test("that deleted a collection brings it back with its documents", async () => {
    const { by, only } = message();
    await insert("Deleted", person);
    await dropCollection({ agentId, collection: "schedule" }, by());
    const change = await only();
    expect(change).toMatchObject({ words: "Deleted all of Calendar", state: "done", isDeleted: true });
    await undo(change);
    const found = await runQuery(
      { collection: "schedule", operation: "countDocuments", filter: { title: "Deleted" } },
      { agentId, by: person },
    );
    expect(JSON.stringify(found)).toContain("1");
    expect((await only()).state).toBe("undone");
  });
});

test("changes in conversations of jobs are listed apart, and joined across messages", async () => {
  const since = new Date(Date.now() - 1_000).toISOString();
  await write(agentId, "watched", 1, person);
  const [job, chat] = [randomUUID(), randomUUID()];
  for (const [id, origin] of [
    [job, "job"],
    [chat, "chat"],
  ] as const)
    await sql()`insert into conversations (id, agent_id, title, identity, origin)
      values (${id}, ${agentId}, 'Talk', '', ${origin})`;
  const by = (conversationId: string) =>
    ({
      author: "agent",
      cause: { conversationId, messageId: randomUUID(), runId: randomUUID(), toolCallId: "c" },
    }) as const;
  await write(agentId, "watched", 2, by(job));
  await write(agentId, "attended", 2, by(chat));
  await write(agentId, "watched", 3, by(job));
  const [change, ...others] = await changesUnattended(agentId, since, 10);
  expect(others).toEqual([]);
  expect(change).toMatchObject({ words: "watched: 1 → 3", state: "done", conversationId: job });
  if (change) await undo(change);
  expect(await value("watched")).toBe(1);
});

test("a destructive statement is undone by the copy before it, and redone", async () => {
  const { changes } = message();
  await database.run("CREATE TABLE stops (n INTEGER); INSERT INTO stops VALUES (1), (2)");
  await database.run("DELETE FROM stops");
  const [copy] = (await listRevisions(agentId, { kind: "database", name: "database" })).revisions;
  const count = async () => (await database.read("SELECT count(*) FROM stops")).rows[0]?.[0];
  const [change] = await changes([copy?.id ?? ""]);
  if (!change) throw new Error("No change");
  expect(change).toMatchObject({ kind: "database", state: "done" });
  await undo(change);
  expect(await count()).toBe(2);
  await undo(change);
  expect((await changes([change.id]))[0]?.state).toBe("undone");
  await redo(change);
  expect(await count()).toBe(0);
  expect((await changes([change.id]))[0]?.state).toBe("done");
});
