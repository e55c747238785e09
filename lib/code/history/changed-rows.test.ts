import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { changesListed } from "@/lib/data/sqlite/changes";
import { databaseOf } from "@/lib/data/sqlite/databases";
import { execute, loadTable } from "@/lib/data/sqlite/index";
import { lab } from "@/lib/data/sqlite/testing/lab";
import type { WrittenBy } from "@/lib/data/sqlite/types";
import { rowChanges } from "@/lib/shared/data/row-changes";
import { listRevisions, readRevision } from "@/lib/store/revisions";
import { readChangedRows } from "./changed-rows";
import { restoreVersion } from "./restore";
import { undoChange } from "./undo";

vi.setConfig({ testTimeout: 60_000 });

let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab({ isFast: true });
  await db.run(`CREATE TABLE trips (id INTEGER PRIMARY KEY, town TEXT, price REAL);
    CREATE TABLE stops (trip INTEGER REFERENCES trips ON DELETE CASCADE, name);
    INSERT INTO trips VALUES (1, 'Rome', 9.5), (2, 'Oslo', 3); INSERT INTO stops VALUES (1, 'Pisa'), (1, 'Bari'), (2, 'Bergen')`);
});
afterAll(() => db.close());

const listed = async () => {
  await changesListed(db.agentId);
  return (await listRevisions(db.agentId, { kind: "database", name: "rows" })).revisions;
};
const newest = async () => {
  const [first] = await listed();
  if (!first) throw new Error("No change is listed");
  return first;
};
const as = (sql: string, by: WrittenBy) => execute({ agentId: db.agentId, sql, by });
const call = (toolCallId: string): WrittenBy => ({
  author: "agent",
  cause: { conversationId: "c", messageId: "m", runId: "r", toolCallId },
});
const dump = async () =>
  (
    await db.read(
      "SELECT (SELECT group_concat(id || town || price) FROM trips), (SELECT group_concat(trip || name) FROM stops)",
    )
  ).rows;

test("the history lists changes with author and cause, and merges those of one cause", async () => {
  const before = (await listed()).length;
  const visitor = { author: "visitor", cause: { app: { title: "Poll", visitor: "3" } } } as const;
  for (let n = 0; n < 5; n++) await as(`INSERT INTO trips (town) VALUES ('Poll ${n}')`, visitor);
  await as("UPDATE trips SET price = 4 WHERE id = 2", call("a"));
  const [agents, visitors, ...others] = await listed();
  expect(others.length).toBeLessThanOrEqual(before + 1);
  expect(agents).toMatchObject(call("a"));
  expect(visitors).toMatchObject(visitor);
  const { content } = await readRevision(db.agentId, visitors?.id ?? "");
  expect(rowChanges.parse(content).tables).toMatchObject([{ name: "trips" }]);
  expect(await readChangedRows(db.agentId, agents?.id ?? "")).toEqual([
    {
      ...{
        name: "trips",
        added: 0,
        changed: 1,
        removed: 0,
        columns: ["id", "town", "price"],
        key: ["rowid"],
      },
      rows: [{ key: [2], before: [2, "Oslo", 3], after: [2, "Oslo", 4] }],
    },
  ]);
});

test("a statement is undone and redone with its cascades, and the undo is listed", async () => {
  const before = await dump();
  await as("DELETE FROM trips WHERE id = 1", call("b"));
  const after = await dump();
  const { id } = await newest();
  expect(await readChangedRows(db.agentId, id)).toMatchObject([
    { name: "stops", removed: 2 },
    { name: "trips", removed: 1 },
  ]);
  const { state, revisionId } = await undoChange(db.agentId, id, {});
  expect(state).toBe("undone");
  expect(await dump()).toEqual(before);
  expect(await newest()).toMatchObject({
    id: revisionId,
    author: "restore",
    cause: { undone: { change: id } },
  });
  expect(await undoChange(db.agentId, id, {})).toEqual({ state, revisionId });
  await undoChange(db.agentId, id, { isRedone: true });
  expect(await dump()).toEqual(after);
});

test("an undo names the rows that changed since, and changes nothing", async () => {
  await as("UPDATE trips SET price = 1", call("c"));
  const { id } = await newest();
  await as("UPDATE trips SET price = 2 WHERE id = 2", call("d"));
  const before = await dump();
  await expect(undoChange(db.agentId, id, {})).rejects.toMatchObject({
    code: "conflict",
    message: "These rows changed since: trips 2. Nothing was undone.",
    details: { rows: [{ table: "trips", key: ["2"] }] },
  });
  expect(await dump()).toEqual(before);
});

test("a change of the schema is undone by restoring a moment, not alone", async () => {
  const before = await newest();
  const then = await dump();
  await as("ALTER TABLE trips ADD COLUMN note", call("e"));
  await expect(undoChange(db.agentId, (await newest()).id, {})).rejects.toMatchObject({ code: "conflict" });
  await restoreVersion(db.agentId, before.id);
  expect(await dump()).toEqual(then);
  expect((await db.read("SELECT * FROM trips")).columns).toEqual(["id", "town", "price"]);
});

test("an import is one change, whose first 100 rows are shown", async () => {
  async function* rows() {
    for (let batch = 0; batch < 4; batch++)
      yield Array.from({ length: 100 }, (_, n) => [`Town ${batch} ${n}`]);
  }
  await loadTable({ agentId: db.agentId, table: "trips", columns: ["town"], rows: rows(), by: call("f") });
  const [table] = await readChangedRows(db.agentId, (await newest()).id);
  expect(table).toMatchObject({ name: "trips", added: 400 });
  expect(table?.rows).toHaveLength(100);
});

test("kill -9 loses no change: the next look lists each committed one", async () => {
  const committed: string[] = [];
  for (let round = 0; round < 6; round++) {
    const start = () => as(`INSERT INTO stops VALUES (2, 'start ${round}')`, call(`start ${round}`));
    // The pool may not have noticed yet that the process was killed.
    await start().catch(start);
    const { pid } = databaseOf(db.agentId);
    const writing = Array.from({ length: 8 }, (_, n) =>
      as(`INSERT INTO stops VALUES (2, 'k ${round} ${n}')`, call(`k ${round} ${n}`)).catch(() => {}),
    );
    await new Promise((done) => setTimeout(done, Math.random() * 12));
    if (pid) process.kill(pid, "SIGKILL");
    await Promise.all(writing);
  }
  const { rows } = await db.read("SELECT name FROM stops WHERE name LIKE 'k %'");
  committed.push(...rows.map(([name]) => String(name)));
  const logged = await databaseOf(db.agentId).exclusive((ask) => ask({ op: "changes", after: 0 }), 5_000);
  const causes = logged.flatMap(({ by }) =>
    by?.cause && "toolCallId" in by.cause ? [by.cause.toolCallId] : [],
  );
  expect(committed.filter((name) => !causes.includes(name))).toEqual([]);
  expect(causes.filter((name) => name.startsWith("k ") && !committed.includes(name))).toEqual([]);
});
