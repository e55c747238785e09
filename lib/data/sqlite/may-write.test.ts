import { afterAll, beforeAll, expect, test } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { addsRowsTo, execute, mayWriteSql } from "./index";
import { generator } from "./testing/generate";
import { lab } from "./testing/lab";

const SCHEMA = `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO notes VALUES (1, 'a'), (2, 'b');
  CREATE TABLE t (id INTEGER PRIMARY KEY, a, b TEXT, c REAL, d INTEGER); INSERT INTO t (a, b) VALUES (1, 'x');
  CREATE TABLE u (k TEXT PRIMARY KEY, v) WITHOUT ROWID; CREATE VIEW w AS SELECT t.a, u.k FROM t JOIN u ON u.k = t.b`;
const ALL = `SELECT (SELECT json_group_array(json_array(id, text)) FROM notes), (SELECT group_concat(sql) FROM sqlite_schema),
  (SELECT json_group_array(quote(a) || quote(b) || quote(c) || quote(d)) FROM t), (SELECT group_concat(quote(k) || quote(v)) FROM u)`;

let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab({ isFast: true });
  await db.run(SCHEMA);
});
afterAll(() => db.close());

const judged = (sql: string) => mayWriteSql({ agentId: db.agentId, sql });

test.each([
  "SELECT replace(text, 'a', 'b') FROM notes WHERE text = 'drop it'",
  "SELECT id AS created_at, text AS \"update\" FROM notes WHERE text = 'Delete; DROP TABLE x --'",
  "SELECT [text], `id` FROM notes -- then drop it\n",
  "WITH a AS (SELECT 1) SELECT * FROM a /* delete */;",
  "VALUES (1), (2); SELECT ?; EXPLAIN QUERY PLAN SELECT * FROM notes",
  "PRAGMA table_info(notes)",
  "SELECT * FROM pragma_table_list",
  "",
])("mayWriteSql returns false for SQL that only reads: %s", async (sql) => {
  expect(await judged(sql)).toBe(false);
});

test.each([
  "INSERT INTO notes (text) VALUES (?)",
  "CREATE TABLE IF NOT EXISTS prices (day TEXT, amount REAL)",
  "CREATE TEMP TABLE prices (day TEXT)",
  "; ;drop table notes",
  "WITH a AS (SELECT 1) DELETE FROM notes RETURNING id",
  "SELECT 1; SELECT 2; UPDATE notes SET text = ''",
  "REPLACE INTO notes VALUES (1, '')",
  "INSERT INTO notes VALUES (1, '') ON CONFLICT DO UPDATE SET text = ''",
  "ALTER TABLE notes RENAME TO papers",
  "PRAGMA user_version = 1",
  "BEGIN; SELECT 1; COMMIT",
  "CREATE TRIGGER g AFTER INSERT ON notes BEGIN SELECT 1; END",
])("mayWriteSql returns true for SQL that may write: %s", async (sql) => {
  expect(await judged(sql)).toBe(true);
});

test.each(["SELECT id FROM nowhere; DELETE FROM notes", "SELEC 1", "INSERT INTO nowhere VALUES (1)"])(
  "mayWriteSql throws for SQL that cannot be prepared: %s",
  async (sql) => {
    await expect(judged(sql)).rejects.toMatchObject({ code: "invalid" });
  },
);

/** Tokens that SQLite reads differently than a naive parser of quotes and comments. */
const OPENINGS = ["#a(", "$a(", "@a(", ":a(", "$a::b(", "#a::(", "'", '"', "`", "[", "--", "/*", "x'", ""];
const ENDINGS = [
  "')",
  '")',
  "`)",
  "])",
  "--\n)",
  "*/)",
  "'",
  '"',
  "]",
  "\n",
  "/*)",
  "--)",
  ")",
  "?1)",
  "''')",
];
const PAYLOADS = [
  ...[
    "DELETE FROM notes",
    "UPDATE notes SET text = 'z'",
    "DROP TABLE notes",
    "REPLACE INTO notes VALUES (1, 'z')",
  ],
  ...["WITH x AS (SELECT 3) INSERT INTO notes (id) SELECT * FROM x RETURNING id", "CREATE TABLE extra (n)"],
  ...[
    "ALTER TABLE notes ADD COLUMN more",
    "INSERT INTO notes VALUES (1, 'z') ON CONFLICT DO UPDATE SET text = 'z'",
  ],
  ...["CREATE TRIGGER g AFTER INSERT ON notes BEGIN SELECT ';'; END", "EXPLAIN DELETE FROM notes"],
];

/**
 * Complete statements. A naive parser could take a write that follows them for part of a string or a comment.
 */
const BEFORE = [
  ...[
    "SELECT 'it''s'",
    'SELECT 1 AS "a\'"',
    "SELECT 1 AS [a']",
    "SELECT 1 AS `a'`",
    "SELECT 1 /* ' */",
    "SELECT 1 -- '\n",
  ],
  ...[
    "SELECT '--'",
    "SELECT '/*'",
    'SELECT 1 AS "/*"',
    "SELECT x'27'",
    "VALUES (1)",
    "WITH a AS (SELECT ';') SELECT * FROM a",
  ],
];

test("mayWriteSql never takes a write for a read, even if strings and comments hide the write", {
  timeout: 60_000,
}, async () => {
  const { agentId } = db;
  const state = () => db.read(ALL).then(({ rows }) => rows, String);
  const before = await state();
  const hidden = OPENINGS.flatMap((opening) =>
    ENDINGS.map((ending, at) => {
      const payload = PAYLOADS[(at + opening.length * 3) % PAYLOADS.length];
      return `SELECT 1 ${opening === "" ? "" : `, ${opening}`}${ending}; ${payload}; --${ending} ' */`;
    }),
  );
  const plain = BEFORE.flatMap((sql) => PAYLOADS.map((payload) => `${sql}; ${payload}; -- ' */ ]`));
  const next = generator(20_261_123);
  const generated = Array.from({ length: 120 }, () => next().sql);
  const count = { wrote: 0, read: 0 };
  const long = `SELECT '${"x".repeat(9_000)}', ?1 -- ?2\n; DELETE FROM notes`;
  for (const sql of [...hidden, ...plain, ...generated, long]) {
    const writes = await judged(sql).catch(() => undefined);
    const reading = await execute({ agentId, sql, mode: "read" }).then(
      () => "allowed",
      (error: unknown) => (isAppError(error) && /Only reading/.test(error.message) ? "refused" : "failed"),
    );
    await db.run(sql).catch(() => {});
    if (writes === undefined) expect(reading, sql).toBe("failed");
    const changed = JSON.stringify(await state()) !== JSON.stringify(before);
    expect(writes === true || !changed, `judged to read, and wrote: ${sql}`).toBe(true);
    if (reading !== "failed") expect(writes, sql).toBe(reading === "refused");
    count[changed ? "wrote" : "read"]++;
    if (!changed) continue;
    await db.run(
      `DROP TABLE IF EXISTS notes; DROP TABLE IF EXISTS extra; DROP TABLE t; DROP TABLE u; DROP VIEW w; ${SCHEMA}`,
    );
  }
  expect(count.wrote, JSON.stringify(count)).toBeGreaterThan(60);
  expect(count.read, JSON.stringify(count)).toBeGreaterThan(150);
});

test.each<[string, string[] | null]>([
  ["INSERT INTO notes (text) VALUES ('x')", ["notes"]],
  ["-- c\nINSERT INTO notes (text) VALUES ('y') RETURNING id; INSERT INTO t (a) VALUES (?)", ["notes", "t"]],
  ["INSERT INTO notes (text) SELECT b FROM t", null],
  ["INSERT INTO notes (text) VALUES ((SELECT b FROM t))", null],
  ["INSERT INTO t (a) VALUES (1); INSERT INTO notes (text) SELECT b FROM t", null],
  ["INSERT OR IGNORE INTO u VALUES ('k', 1)", ["u"]],
  ["SELECT 1", null],
  ["REPLACE INTO notes VALUES (1, 'z')", null],
  ["INSERT OR REPLACE INTO u VALUES ('k', 1)", null],
  ["INSERT INTO notes VALUES (1, '') ON CONFLICT DO UPDATE SET text = ''", null],
  ["INSERT INTO notes (text) VALUES ('x'); DELETE FROM notes", null],
  ["BEGIN; INSERT INTO notes (text) VALUES ('x'); COMMIT", null],
  ["CREATE TABLE more AS SELECT 1", null],
  ["UPDATE notes SET text = ''", null],
  ["INSERT INTO nowhere VALUES (1)", null],
])("addsRowsTo names the tables to which a text only adds rows: %s", async (sql, tables) => {
  expect(await addsRowsTo({ agentId: db.agentId, sql })).toEqual(tables);
});

test("addsRowsTo treats an insert into a full-text table as a possible deletion", async () => {
  const full = await lab({ isFast: true });
  await full.run("CREATE VIRTUAL TABLE words USING fts5(body, content='')");
  const sql = "INSERT INTO words (words) VALUES ('delete-all')";
  expect(await addsRowsTo({ agentId: full.agentId, sql })).toBeNull();
  await full.close();
});

test("addsRowsTo treats an insert as more than adding rows if a trigger runs on it", async () => {
  const fired = await lab({ isFast: true });
  await fired.run(
    "CREATE TABLE a (n); CREATE TABLE b (n); CREATE TRIGGER g AFTER INSERT ON a BEGIN INSERT INTO b VALUES (1); END",
  );
  expect(await addsRowsTo({ agentId: fired.agentId, sql: "INSERT INTO a VALUES (1)" })).toBeNull();
  expect(await addsRowsTo({ agentId: fired.agentId, sql: "INSERT INTO b VALUES (1)" })).toEqual(["b"]);
  await fired.close();
});
