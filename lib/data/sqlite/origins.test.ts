import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { restoreVersion } from "@/lib/code/history/restore";
import { newAgent } from "@/lib/code/history/testing/agents";
import { listRevisions } from "@/lib/store/revisions";
import { execute, loadTable, schema, trustTable } from "./index";
import { lab } from "./testing/lab";
import type { TableMark } from "./types";

const SITE = "https://site1.test";
let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab();
});
afterAll(() => db.close());
afterEach(async () => {
  const tables = await schema(db.agentId);
  const drops = tables.map(({ name, type }) => `DROP ${type} IF EXISTS "${name}"`);
  if (drops.length > 0) await run(drops.join(";"));
  expect(await marks()).toEqual({});
});

/** Runs SQL for the agent in a conversation that had read these origins before. */
const run = (sql: string, origins: string[] = []) =>
  execute({ agentId: db.agentId, sql, by: { author: "agent", cause: null, origins } });
const marks = async () =>
  Object.fromEntries(
    (await schema(db.agentId)).flatMap(({ name, web }) => (web ? [[name, web.origins]] : [])),
  );
/** Returns the marked tables from which the result of the SQL, or its error message, may contain text. */
async function read(sql: string): Promise<string[]> {
  const readMarks: TableMark[] = [];
  await execute({ agentId: db.agentId, sql, by: AGENT, onRead: (found) => readMarks.push(...found) }).catch(
    () => {},
  );
  return readMarks.map(({ name }) => name);
}
const AGENT = { author: "agent", cause: null } as const;

const begin = async () => {
  await run("CREATE TABLE page (text); INSERT INTO page VALUES ('Do as I say')", [SITE]);
  await run("CREATE TABLE clean (text, n); INSERT INTO clean VALUES ('mine', 1)");
};

test("a write marks each written table with the writer's origins, and with the time of the first write", async () => {
  await begin();
  expect(await marks()).toEqual({ page: [SITE] });
  const [before] = await schema(db.agentId).then((all) => all.filter(({ web }) => web));
  await run("INSERT INTO page VALUES ('more')", ["https://site2.test"]);
  await run("UPDATE clean SET n = 2");
  await run("DELETE FROM clean", [SITE]);
  expect(await marks()).toEqual({ page: [SITE, "https://site2.test"] });
  const [after] = await schema(db.agentId).then((all) => all.filter(({ web }) => web));
  expect(after?.web?.since).toBe(before?.web?.since);
  expect(await trustTable(db.agentId, "PAGE")).toBe(true);
  expect(await trustTable(db.agentId, "page")).toBe(false);
  expect(await read("SELECT * FROM page")).toEqual([]);
});

test.each([
  ["into another", "INSERT INTO clean (text) SELECT text FROM page", "clean"],
  ["into a new table", "CREATE TABLE other AS SELECT * FROM page", "other"],
  [
    "by a view",
    "CREATE VIEW v AS SELECT text AS t FROM page; INSERT INTO clean (text) SELECT t FROM v",
    "clean",
  ],
  [
    "by a temporary table",
    "CREATE TEMP TABLE x AS SELECT * FROM page; INSERT INTO clean (text) SELECT * FROM x",
    "clean",
  ],
  ["by a subquery", "UPDATE clean SET text = (SELECT text FROM page)", "clean"],
  [
    "by an upsert",
    "CREATE UNIQUE INDEX i ON clean (n); INSERT INTO clean VALUES ('', 1) ON CONFLICT DO UPDATE SET text = (SELECT max(text) FROM page)",
    "clean",
  ],
  [
    "by a recursive query",
    "WITH RECURSIVE r AS (SELECT text FROM page UNION SELECT text || '!' FROM r LIMIT 3) INSERT INTO clean (text) SELECT * FROM r",
    "clean",
  ],
  ["by a name", "ALTER TABLE page RENAME TO other", "other"],
  [
    "by re-creation of the table",
    "CREATE TABLE o AS SELECT * FROM page; DROP TABLE page; ALTER TABLE o RENAME TO page",
    "page",
  ],
  ["by the name of a dropped table", "DROP TABLE clean; ALTER TABLE page RENAME TO clean", "clean"],
  [
    "by re-creation under the name of another table",
    "CREATE TABLE o AS SELECT * FROM page; DROP TABLE clean; ALTER TABLE o RENAME TO clean",
    "clean",
  ],
  [
    "by swapping the names of two tables",
    "ALTER TABLE clean RENAME TO x; ALTER TABLE page RENAME TO clean; ALTER TABLE x RENAME TO page",
    "clean",
  ],
  ["into a default", "CREATE TABLE d AS SELECT * FROM page; ALTER TABLE d ADD COLUMN c DEFAULT 'x'", "d"],
  [
    "into an index for words",
    "CREATE VIRTUAL TABLE f USING fts5(text); INSERT INTO f SELECT text FROM page",
    "f",
  ],
  [
    "into an index of another table",
    "CREATE VIRTUAL TABLE g USING fts5(text, content='page'); INSERT INTO g(g) VALUES ('rebuild')",
    "g",
  ],
  ["by the catalogue", "INSERT INTO clean (text) SELECT sql FROM sqlite_schema", "clean"],
  ["by a pragma about the catalogue", "INSERT INTO clean (text) SELECT name FROM pragma_table_list", "clean"],
])("a write copies the origins of text that it moves %s", async (_, sql, to) => {
  await begin();
  await run(sql);
  expect(await marks()).toMatchObject({ [to]: [SITE] });
  await run("DROP TABLE IF EXISTS g; DROP TABLE IF EXISTS f; DROP VIEW IF EXISTS v");
});

test.each([
  ["a view", "CREATE VIEW free AS SELECT 1 AS n", "DROP VIEW free"],
  ["an index", "CREATE INDEX free ON clean (n)", "DROP TABLE clean"],
])("a table keeps its origins when it is renamed to the name of %s", async (_, before, drop) => {
  await begin();
  await run(before);
  await run(`${drop}; ALTER TABLE page RENAME TO free`);
  expect(await marks()).toEqual({ free: [SITE] });
});

test("trustTable removes only the trusted origins from a mark", async () => {
  await run("CREATE TABLE page (text); INSERT INTO page VALUES ('x')", [SITE, "file:a.csv"]);
  expect(await trustTable(db.agentId, "page", ["file:a.csv", "file:b.csv"])).toBe(true);
  expect(await marks()).toEqual({ page: [SITE] });
  expect(await trustTable(db.agentId, "page", [SITE])).toBe(true);
  expect(await marks()).toEqual({});
});

test("tables that triggers, defaults and cascades of a marked table write are marked, and so are copies of the table", async () => {
  await run("CREATE TABLE t (n, text DEFAULT 'x'); CREATE TABLE u (text)");
  await run("CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO u VALUES ('Do as I say'); END", [SITE]);
  expect(await marks()).toEqual({ t: [SITE] });
  await run("INSERT INTO t (n) VALUES (1)");
  expect(await marks()).toEqual({ t: [SITE], u: [SITE] });
  await run(
    "CREATE TABLE p (k TEXT PRIMARY KEY); CREATE TABLE c (k REFERENCES p ON UPDATE CASCADE); INSERT INTO p VALUES (1); INSERT INTO c VALUES (1)",
  );
  await run("UPDATE p SET k = 'Do as I say'", [SITE]);
  expect(await marks()).toMatchObject({ p: [SITE], c: [SITE] });
  await run("CREATE VIRTUAL TABLE f USING fts5(text)");
  await run("INSERT INTO f VALUES ('Do as I say')", [SITE]);
  for (const sql of [
    "SELECT * FROM f_content",
    "SELECT * FROM f WHERE f MATCH 'say'",
    "SELECT * FROM f_data",
  ])
    expect(await read(sql)).toContain("f");
  await run("DROP TABLE f; DROP TABLE c; DROP TABLE p; DROP TABLE t; DROP TABLE u");
});

test.each([
  "SELECT text FROM page",
  "SELECT count(*) FROM page",
  "SELECT 1 WHERE EXISTS (SELECT 1 FROM page)",
  "DELETE FROM page RETURNING text",
  "EXPLAIN SELECT * FROM page",
  "BEGIN; SELECT * FROM page; ROLLBACK",
  "SELECT sql FROM sqlite_schema",
  "SELECT name FROM pragma_table_info('page')",
  "PRAGMA table_list",
  "SELECT json(text) FROM page",
  "INSERT INTO page VALUES ('a', 'b')",
])("execute reports the table `page` as read, even if the SQL fails: %s", async (sql) => {
  await begin();
  expect(await read(sql)).toEqual(["page"]);
});

test.each([
  "SELECT * FROM clean",
  "INSERT INTO clean VALUES ('a', 2)",
  "INSERT INTO page VALUES ('mine')",
  "CREATE TABLE more (a); DROP TABLE more",
  "CREATE TABLE more (a INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO more DEFAULT VALUES; ALTER TABLE more RENAME TO most; DROP TABLE most",
  "CREATE INDEX i ON clean (n); ANALYZE; DROP INDEX i",
  "SELECT value FROM json_each('[1]')",
])("execute reports no marked table as read: %s", async (sql) => {
  await begin();
  expect(await read(sql)).toEqual([]);
  expect(await marks()).toEqual({ page: [SITE] });
});

test("a view that contains web text is marked", async () => {
  await run("CREATE VIEW v AS SELECT 'Do as I say' AS text", [SITE]);
  expect(await read("SELECT text FROM v")).toEqual(["v"]);
  expect(await read("SELECT 1 FROM v")).toEqual(["v"]);
});

test.each([
  "DELETE FROM easel_origins",
  "SELECT * FROM easel_receipts",
  "CREATE TABLE easel_receipts (id)",
  "UPDATE easel_origins SET origins = '[]'",
  "DROP TABLE easel_origins",
  "ALTER TABLE Easel_Origins RENAME TO other",
  "CREATE TABLE EASEL_ORIGINS (name, origins, since)",
  "CREATE VIEW easel_origins AS SELECT 1",
  "CREATE INDEX easel_origins ON clean (n)",
  "CREATE TRIGGER g AFTER INSERT ON clean BEGIN DELETE FROM easel_origins; END; INSERT INTO clean VALUES ('', 1)",
  "CREATE VIRTUAL TABLE f USING fts5(name, content='easel_origins'); INSERT INTO f(f) VALUES ('rebuild')",
])("execute rejects access to the table of marks: %s", async (sql) => {
  await begin();
  await expect(run(sql)).rejects.toMatchObject({ code: "invalid" });
  expect(await marks()).toEqual({ page: [SITE] });
  expect((await schema(db.agentId)).map(({ name }) => name)).not.toContain("easel_origins");
});

test("execute rejects a table with the name of the table that stores the marks", async () => {
  const agentId = await newAgent();
  const of = (sql: string) => execute({ agentId, sql });
  await of("CREATE TABLE a (n)");
  await expect(of("ALTER TABLE a RENAME TO easel_origins")).rejects.toMatchObject({ code: "invalid" });
  await expect(of("CREATE TABLE easel_origins (n)")).rejects.toMatchObject({ code: "invalid" });
});

test("rows from the user's own file and rows of a rolled-back write are not marked", async () => {
  const rows = async function* () {
    yield [["a"]];
  };
  await loadTable({
    agentId: db.agentId,
    table: "mine",
    columns: ["t"],
    create: "CREATE TABLE mine (t)",
    rows: rows(),
  });
  await run("BEGIN; INSERT INTO mine VALUES ('Do as I say'); ROLLBACK", [SITE]);
  await expect(run("INSERT INTO mine VALUES (1); SELECT * FROM nowhere", [SITE])).rejects.toThrow();
  expect(await marks()).toEqual({});
});

test("a copy of the database includes the marks, and restoring the copy restores them", async () => {
  await begin();
  await run("DELETE FROM page");
  await run("DROP TABLE page");
  expect(await marks()).toEqual({});
  const { revisions } = await listRevisions(db.agentId, { kind: "database", name: "database" });
  await restoreVersion(db.agentId, revisions[0]?.id ?? "");
  expect(await marks()).toEqual({ page: [SITE] });
  expect(await read("SELECT * FROM page")).toEqual(["page"]);
});
