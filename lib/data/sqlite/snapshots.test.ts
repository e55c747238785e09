import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { exportAgent } from "@/lib/code/history/export";
import { restoreVersion } from "@/lib/code/history/restore";
import { type DatabaseCopy, databaseCopy, tablesOfCopy, whyCopied } from "@/lib/shared/data/database-copy";
import { outdated } from "@/lib/store/database-copies";
import { listRevisions, readRevision } from "@/lib/store/revisions";
import { databaseOf } from "./databases";
import { databaseFileOf, removeFile } from "./folder";
import { execute } from "./index";
import { lab } from "./testing/lab";

let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab();
});
afterAll(() => db.close());

const versions = () =>
  listRevisions(db.agentId, { kind: "database", name: "database" }).then(({ revisions }) => revisions);
async function newest(): Promise<{ id: string; copy: DatabaseCopy }> {
  const [first] = await versions();
  if (!first) throw new Error("There is no copy");
  return { id: first.id, copy: databaseCopy.parse((await readRevision(db.agentId, first.id)).content) };
}
const last = async () => (await versions())[0]?.version ?? 0;
const rows = async () => (await db.read("SELECT group_concat(n, ' ') FROM kept")).rows[0]?.[0];
test("execute stores a copy before a large loss, with the statement and the tables' contents", async () => {
  await db.run("CREATE TABLE kept (n INTEGER); INSERT INTO kept VALUES (1), (2), (3)");
  expect(await versions()).toEqual([]);
  await db.run("DELETE FROM kept WHERE n = 3; UPDATE kept SET n = n WHERE n = 1");
  expect(await versions()).toEqual([]);
  const cause = { conversationId: "c", messageId: "m", runId: "r", toolCallId: "t" };
  const { agentId } = db;
  const gone = await execute({ agentId, sql: "DELETE FROM kept -- all", by: { author: "agent", cause } });
  const { id, copy } = await newest();
  expect(gone).toMatchObject({ kind: "write", changes: 2, snapshot: id });
  expect(whyCopied(copy)).toBe("Copy before: DELETE FROM kept -- all");
  expect(tablesOfCopy(copy)).toBe("kept: 2 rows");
  expect((await versions())[0]).toMatchObject({ author: "agent", cause, version: 1 });
  expect(await rows()).toBeNull();
});

test("a copy is restored as a new version, after a copy of the current state", async () => {
  const { id } = await newest();
  await db.run("INSERT INTO kept VALUES (9)");
  const restored = await restoreVersion(db.agentId, id);
  expect(restored).toMatchObject({ version: 3, author: "restore", cause: { restored: { version: 1 } } });
  expect(await rows()).toBe("1 2");
  const [, before] = await versions();
  await restoreVersion(db.agentId, before?.id ?? "");
  expect(await rows()).toBe("9");
});

test.each([
  ["DROP TABLE kept"],
  ["ALTER TABLE wide DROP COLUMN b"],
  ["UPDATE kept SET n = 0"],
  ["DELETE FROM many WHERE n > 15"],
  ["INSERT OR REPLACE INTO many SELECT n, 'x' FROM many"],
  ["WITH x AS (SELECT 1) DELETE FROM many RETURNING n"],
  ["INSERT INTO kept VALUES (77); DROP VIEW seen"],
])("execute stores a copy before %s", async (sql) => {
  await db.run(`DROP TABLE IF EXISTS wide; DROP TABLE IF EXISTS many; DROP VIEW IF EXISTS seen`);
  await db.run(`CREATE TABLE IF NOT EXISTS kept (n INTEGER); INSERT INTO kept VALUES (5); CREATE TABLE wide (a, b);
    CREATE TABLE many (n PRIMARY KEY, text); CREATE VIEW seen AS SELECT n FROM kept; INSERT INTO many (n)
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 60) SELECT n FROM c`);
  const before = await last();
  expect((await db.run(sql)).snapshot).toBe((await newest()).id);
  expect(await last()).toBe(before + 1);
  expect((await newest()).copy.tables).toContainEqual({ name: "many", row_count: 60 });
  await db.run("DELETE FROM wide");
  expect(await last()).toBe(before + 1);
});

const NUMBERS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 500)";

test.each([
  ["a cascade", "DELETE FROM parents WHERE id = 1"],
  ["a trigger", "INSERT INTO orders VALUES ('clear')"],
  ["a trigger of a view", "DELETE FROM shown WHERE id = 3"],
  ["the conflict clause of a table", `INSERT INTO settled ${NUMBERS} SELECT n, 'new' FROM c WHERE n <= 30`],
  [
    "an upsert",
    `INSERT INTO parents ${NUMBERS} SELECT n, 'new' FROM c WHERE true ON CONFLICT DO UPDATE SET name = 'new'`,
  ],
  ["RETURNING", "UPDATE parents SET name = '' WHERE id > 450 RETURNING id"],
])("execute stores a copy before rows are lost by %s", async (_, sql) => {
  await db.run(`DROP TABLE IF EXISTS children; DROP VIEW IF EXISTS shown; DROP TABLE IF EXISTS parents;
    DROP TABLE IF EXISTS orders; DROP TABLE IF EXISTS settled;
    CREATE TABLE parents (id INTEGER PRIMARY KEY, name); CREATE TABLE settled (id PRIMARY KEY ON CONFLICT REPLACE, v);
    CREATE TABLE children (parent REFERENCES parents ON DELETE CASCADE, n); CREATE TABLE orders (what);
    CREATE VIEW shown AS SELECT * FROM parents;
    CREATE TRIGGER clears AFTER INSERT ON orders BEGIN DELETE FROM children WHERE n < 490; END;
    CREATE TRIGGER hides INSTEAD OF DELETE ON shown BEGIN DELETE FROM children WHERE n > 10; END;
    INSERT INTO parents ${NUMBERS} SELECT n, 'old' FROM c; INSERT INTO children ${NUMBERS} SELECT 1 + n / 400, n FROM c;
    INSERT INTO settled ${NUMBERS} SELECT n, 'old' FROM c`);
  const before = await last();
  const { snapshot } = await db.run(sql);
  expect(snapshot).toBe((await newest()).id);
  expect(await last()).toBe(before + 1);
  expect((await newest()).copy.tables).toContainEqual({ name: "children", row_count: 500 });
});

test("copies are stored while rows are deleted a few at a time, so that at most the last few are not in a copy", async () => {
  await db.run(`DROP TABLE IF EXISTS many; CREATE TABLE many (n INTEGER PRIMARY KEY);
    INSERT INTO many ${NUMBERS} SELECT n FROM c`);
  const before = await last();
  for (let end = 30; end <= 150; end += 30) await db.run("DELETE FROM many WHERE n <= ?", [end]);
  expect(await last()).toBe(before + 5);
  for (let n = 151; n < 190; n++) await db.run("DELETE FROM many WHERE n = ?", [n]);
  expect(await last()).toBe(before + 6);
  expect((await newest()).copy.tables).toContainEqual({ name: "many", row_count: 331 });
});

test("execute stores no copy for inserts or if few rows are lost", async () => {
  await db.run(`DROP TABLE many; CREATE TABLE plain (id INTEGER PRIMARY KEY, v);
    CREATE TABLE noted (n); CREATE TRIGGER notes AFTER INSERT ON plain BEGIN INSERT INTO noted VALUES (new.id); END`);
  const before = await last();
  await db.run(`INSERT INTO plain ${NUMBERS} SELECT n, 'a' FROM c`);
  await db.run("INSERT OR REPLACE INTO plain VALUES (1, 'b')");
  await db.run("UPDATE plain SET v = 'c' WHERE id < 9; DELETE FROM plain WHERE id = 500");
  await db.run("DELETE FROM plain WHERE id > 900");
  await db.run("BEGIN; DELETE FROM plain; ROLLBACK");
  await db.run(
    "ALTER TABLE plain ADD COLUMN w; ALTER TABLE plain RENAME COLUMN w TO x; ALTER TABLE noted RENAME TO seen",
  );
  await db.run("EXPLAIN DELETE FROM plain");
  await db.run("DROP TABLE seen; DROP TRIGGER IF EXISTS notes").catch(() => {});
  expect(await last()).toBe(before + 1);
  expect((await newest()).copy.sql).toContain("DROP TABLE seen");
});

test("execute stores a copy before the first change of a day, and none for reads", async () => {
  await db.run("CREATE TABLE IF NOT EXISTS kept (n INTEGER); INSERT INTO kept VALUES (6)");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
  const before = await last();
  await rows();
  expect(await last()).toBe(before);
  await db.run("INSERT INTO kept VALUES (7)");
  expect((await newest()).copy.reason).toBe("daily");
  await db.run("INSERT INTO kept VALUES (8)");
  expect(await last()).toBe(before + 1);
  vi.useRealTimers();
});

test("an agent file does not contain the history of database copies", async () => {
  const pieces = await Array.fromAsync(exportAgent(db.agentId, "all", new Date()));
  expect(Buffer.concat(pieces).toString()).not.toContain('"kind":"database"');
});

test("a damaged file is reported and can be replaced by an earlier copy", async () => {
  const { id } = await newest();
  const file = databaseFileOf(db.agentId);
  await databaseOf(db.agentId).end();
  await removeFile(file);
  await writeFile(file, "This is no database at all, but a text.".repeat(300));
  await expect(rows()).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("History"),
  });
  await restoreVersion(db.agentId, id);
  expect(await rows()).toContain("6");
  expect((await readFile(`${file}.damaged`)).subarray(0, 4).toString()).toBe("This");
});

test("outdated keeps one copy per hour and one per day within the space limit", () => {
  const copy = (index: number, day: string, size = 1) => ({
    id: String(index),
    createdAt: `${day}T12:00:00Z`,
    size,
  });
  const busy = Array.from({ length: 30 }, (_, index) => copy(index, "2026-03-09"));
  const days = Array.from({ length: 40 }, (_, index) =>
    copy(100 + index, new Date(Date.UTC(2026, 2, 8 - index)).toISOString().slice(0, 10)),
  );
  const hours = [copy(200, "2026-03-09"), { id: "201", createdAt: "2026-03-09T11:59:00Z", size: 1 }];
  expect(outdated([...busy, ...hours])).not.toContain("201");
  const gone = outdated([...busy, ...days]);
  expect(gone.length).toBe(10 + 11);
  const large = Array.from({ length: 5 }, (_, index) => copy(index, "2026-03-09", 600_000_000));
  expect(outdated(large)).toEqual(["3", "4"]);
});
