import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { restoreVersion } from "@/lib/code/history/restore";
import { previewAgentRestore, restoreAgentTo } from "@/lib/code/history/restore-point";
import { newAgent } from "@/lib/code/history/testing/agents";
import { dropCollection, sweepBefore, undoChange } from "@/lib/store/data/document-history";
import { sql } from "@/lib/store/db";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { runQuery } from "./query";
import type { DocumentsQuery } from "./work";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  agentId = await newAgent();
});
afterAll(() => database.drop());

const by = { author: "person", cause: null } as const;
const run = (
  operation: DocumentsQuery["operation"],
  rest: Omit<DocumentsQuery, "operation" | "collection"> = {},
  collection = "ai_a",
) => runQuery({ operation, collection, ...rest }, { agentId, by });
const all = async (collection = "ai_a") => (await run("find", {}, collection)).rows;
const versions = async (name = "ai_a") =>
  (await listRevisions(agentId, { kind: "collection", name, limit: 100 })).revisions;
const version = async (number: number, name?: string) => {
  const found = (await versions(name)).find((one) => one.version === number);
  if (!found) throw new Error(`There is no version ${number}`);
  return found;
};
const own = async () =>
  ((await run("listCollections")).collections as { name: string }[]).filter(({ name }) =>
    name.startsWith("ai_"),
  );
const drop = () => dropCollection({ agentId, collection: "ai_a" }, by);
const storedVersions = async () => {
  const [row] = await sql()<{ count: number }[]>`
    select count(*)::int as count from documents_before where agent_id = ${agentId}`;
  return row?.count;
};

test("restoreVersion restores a deletion exactly: order, keys, and texts that jsonb rejects", async () => {
  await run("createIndex", { keys: { e: 1 }, options: { unique: true } });
  const data = Array.from({ length: 300 }, (_, n) => ({ _id: 300 - n, e: `e${n}`, t: `a\u0000\ud800${n}` }));
  await run("insertMany", { data });
  await run("deleteMany", { filter: { _id: { $gt: 5 } } });
  await run("updateMany", { update: { $set: { t: 1 } } });
  await restoreVersion(agentId, (await version(2)).id);
  expect(await all()).toEqual(data);
  expect(await run("countDocuments", { filter: { e: "e7" } })).toEqual({ count: 1 });
  await expect(run("insertOne", { data: { e: "e7" } })).rejects.toThrow("E11000");
  expect(await own()).toMatchObject([{ name: "ai_a", documents: 300 }]);
});

test("undoChange undoes one change and keeps later ones, but rejects the undo if its documents changed since", async () => {
  await run("insertMany", { data: [{ _id: 1 }, { _id: 2 }, { _id: 3 }] });
  await run("deleteOne", { filter: { _id: 2 } });
  const deleted = await version(2);
  await run("updateOne", { filter: { _id: 3 }, update: { $set: { n: 1 } } });
  await undoChange(agentId, deleted.id, by);
  expect(await all()).toEqual([{ _id: 1 }, { _id: 2 }, { _id: 3, n: 1 }]);
  await expect(undoChange(agentId, (await version(1)).id, by)).rejects.toMatchObject({ code: "conflict" });
  await undoChange(agentId, (await version(4)).id, by);
  expect(await all()).toEqual([{ _id: 1 }, { _id: 3, n: 1 }]);
});

test("undoChange reports a conflict and undoes nothing if another document has taken a unique key since", async () => {
  const put = (name: string, phone: string) => run("insertOne", { data: { name, phone } }, "contacts");
  await put("Ada", "1");
  await run("deleteMany", {}, "contacts");
  await put("Eve", "1");
  const [, gone] = await versions("contacts");
  await expect(undoChange(agentId, gone?.id ?? "", by)).rejects.toThrow("has a key that another document");
  expect(await all("contacts")).toMatchObject([{ name: "Eve" }]);
});

test("restoreVersion restores a deleted and recreated collection with its indexes", async () => {
  await run("createIndex", { keys: { e: 1 }, options: { unique: true } });
  await run("insertOne", { data: { _id: 1, e: 1 } });
  expect(await drop()).toMatchObject({ deleted: true, version: 3 });
  expect(await own()).toEqual([]);
  await run("insertMany", { data: [{ e: 2 }, { e: 2 }] });
  await restoreVersion(agentId, (await version(2)).id);
  expect(await all()).toEqual([{ _id: 1, e: 1 }]);
  await expect(run("insertOne", { data: { e: 1 } })).rejects.toThrow("E11000");
  await restoreVersion(agentId, (await version(3)).id);
  expect(await own()).toEqual([]);
  await expect(drop()).rejects.toMatchObject({ code: "not_found" });
});

test("restoreVersion restores every version of a collection after random changes", async () => {
  await run("insertOne", { data: { n: 0 } });
  const seen = new Map<number, unknown>([[1, await all()]]);
  const dice = (sides: number, n: number) => ((n * 7_919 + 13) % 101) % sides;
  const filter = (n: number) => ({ n: { $mod: [3, dice(3, n)] } });
  for (let n = 1; n <= 24; n++) {
    const which = dice(5, n);
    if (n % 8 === 0) await drop();
    else if (which < 2) await run("insertMany", { data: [{ n }, { n: n + 1, of: [n] }] });
    else if (which === 2) await run("updateMany", { filter: filter(n), update: { $inc: { n: 1 } } });
    else if (which === 3) await run("deleteMany", { filter: filter(n) });
    else await restoreVersion(agentId, (await version(1 + dice((await versions())[0]?.version ?? 1, n))).id);
    seen.set((await versions())[0]?.version ?? 0, await all());
  }
  expect(seen.size).toBeGreaterThan(12);
  for (const [number, rows] of seen) {
    await restoreVersion(agentId, (await version(number)).id);
    expect([number, await all()]).toEqual([number, rows]);
  }
});

test("a write that fails, or during which the server dies, leaves the collection unchanged", async () => {
  await run("insertMany", { data: [{ _id: 1 }, { _id: 2 }] });
  await expect(run("insertMany", { data: [{ _id: 3 }, { _id: 1 }] })).rejects.toThrow("E11000");
  const { deletion } = await sql().begin(async (tx) => {
    await tx`select from documents where agent_id = ${agentId} for update`;
    const deletion = run("deleteMany").catch((error: unknown) => error);
    await expect
      .poll(
        () => sql()`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from documents%'`,
      )
      .toHaveLength(1);
    return { deletion };
  });
  expect(await deletion).toBeInstanceOf(Error);
  expect(await all()).toHaveLength(2);
  expect([await storedVersions(), (await versions()).length]).toEqual([2, 1]);
});

test("restoreAgentTo restores collections, except those whose history does not reach back to the requested time", async () => {
  await run("insertMany", { data: [{ _id: 1 }, { _id: 2 }] });
  const { createdAt } = await version(1);
  await run("deleteMany");
  await run("insertOne", { data: { _id: 1 } }, "ai_b");
  const preview = await previewAgentRestore(agentId, createdAt);
  expect(preview.changes).toMatchObject([
    { kind: "collection", name: "ai_a", action: "change", to: 1 },
    { kind: "collection", name: "ai_b", action: "delete" },
  ]);
  await restoreAgentTo(agentId, createdAt, { expect: preview.hash });
  expect([await all(), await all("ai_b")]).toEqual([[{ _id: 1 }, { _id: 2 }], []]);
  for (const n of [3, 4, 5]) await run("insertOne", { data: { _id: n } });
  await sweepBefore(agentId, { changes: 2, bytes: 1e9 });
  expect((await versions()).map((one) => one.version)).toEqual([6, 5, 4]);
  expect(await previewAgentRestore(agentId, createdAt)).toMatchObject({ changes: [], beyond: ["ai_a"] });
  await restoreVersion(agentId, (await version(4)).id);
  expect(await all()).toHaveLength(3);
});

test("the history of an agent is limited in bytes: the oldest changes of each collection are removed first", async () => {
  const data = { text: "x".repeat(10_000) };
  for (const name of ["ai_a", "ai_b"]) {
    await run("insertMany", { data: [data, data] }, name);
    for (const n of [1, 2, 3]) await run("updateMany", { update: { $set: { n } } }, name);
  }
  await sweepBefore(agentId, { changes: 1_000, bytes: 50_000 });
  expect(await storedVersions()).toBe(4);
  expect((await versions()).map((one) => one.version)).toEqual([4, 3]);
});
