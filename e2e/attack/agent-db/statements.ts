/**
 * Expected outcome of a hostile statement: `refused` before it does anything, `stopped` while it runs (by a
 * limit on time, memory, disk or SQLite's own), or `idle` if it may run and does no harm.
 */
export type Ending = "refused" | "stopped" | "idle";
export type Hostile = { sql: string; ends: Ending };

const refused = (...all: string[]): Hostile[] => all.map((sql) => ({ sql, ends: "refused" }));
const stopped = (...all: string[]): Hostile[] => all.map((sql) => ({ sql, ends: "stopped" }));
const idle = (...all: string[]): Hostile[] => all.map((sql) => ({ sql, ends: "idle" }));

const forever = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)";
const many = (count: number) =>
  `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT ${count})`;

/**
 * Statements by goal. `secret` is a file outside the database; `kept` is the agent's table, which must
 * survive.
 */
export const CLASSES: Record<string, (secret: string) => Hostile[]> = {
  files: (secret) => [
    ...refused(
      `ATTACH '${secret}' AS other`,
      `attach database '${secret}' as other`,
      `/**/ATTACH/**/DATABASE x'2e' AS "main2"`,
      `SELECT 1; ATTACH ':memory:' AS other; CREATE TABLE other.x (a)`,
      `ATTACH 'file:${secret}?mode=rw&vfs=unix-none' AS other`,
      "DETACH main",
      `VACUUM INTO '${secret}.copy'`,
      `VACUUM main INTO '${secret}.copy'`,
      "VACUUM",
      `SELECT readfile('${secret}')`,
      `SELECT writefile('${secret}', 'x')`,
      `SELECT edit('x', 'cat ${secret}')`,
      `CREATE TABLE other.x (a)`,
      `SELECT * FROM fsdir('/')`,
      `CREATE VIRTUAL TABLE csv USING csv(filename='${secret}')`,
      `CREATE VIRTUAL TABLE zip USING zipfile('${secret}')`,
      `CREATE VIRTUAL TABLE f USING fts3(tokenize=icu ../../x)`,
      `.read ${secret}`,
    ),
  ],
  functions: (secret) => [
    ...refused(
      `SELECT load_extension('${secret}')`,
      `SELECT LOAD_EXTENSION('${secret}', 'main')`,
      `SELECT "load_extension"('${secret}')`,
      "SELECT fts3_tokenizer('simple')",
      "SELECT fts3_tokenizer('x', x'4141414141414141')",
      "SELECT sqlite_rename_table(1, 2, 3, 4, 5, 6, 7)",
      "SELECT sqlite_drop_column(1, 2, 3)",
      "SELECT zeroblob(2000000000)",
      "SELECT randomblob(1000000000)",
      "SELECT printf('%.*c', 1000000000, 'x')",
      "SELECT replace(hex(zeroblob(5000000)), '0', hex(zeroblob(5000)))",
      "SELECT hex(zeroblob(15000000))",
    ),
    ...idle("SELECT sqlite_source_id(), sqlite_version()", "SELECT fts5(NULL)", "SELECT last_insert_rowid()"),
  ],
  pragmas: (secret) => [
    ...refused(
      "PRAGMA max_page_count = 1000000000",
      "PRAGMA main.max_page_count(1000000000)",
      "PRAGMA writable_schema = ON",
      "PRAGMA journal_mode = OFF",
      "PRAGMA journal_mode = WAL",
      "PRAGMA synchronous = OFF",
      "PRAGMA database_list",
      "SELECT file FROM pragma_database_list",
      "SELECT * FROM pragma_database_list() JOIN kept",
      `PRAGMA temp_store_directory = '${secret}'`,
      `PRAGMA data_store_directory = '${secret}'`,
      "PRAGMA trusted_schema = ON",
      "PRAGMA cache_size = 100000000",
      "PRAGMA mmap_size = 100000000000",
      "PRAGMA locking_mode = EXCLUSIVE",
      "PRAGMA temp_store = MEMORY",
      "PRAGMA foreign_keys = OFF",
      "PRAGMA hard_heap_limit = 1",
      "PRAGMA page_size = 65536",
      "PRAGMA encoding = 'UTF-16'",
      "PRAGMA wal_checkpoint(TRUNCATE)",
      "PRAGMA schema_version = 1",
      "PRAGMA lock_status",
      "PRAGMA busy_timeout = 100000000",
      "UPDATE sqlite_schema SET sql = 'x'",
      "DELETE FROM sqlite_master WHERE name = 'kept'",
      "INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 1, 'CREATE TABLE x (a)')",
      "CREATE TABLE sqlite_mine (a)",
    ),
    ...idle(
      "PRAGMA defer_foreign_keys = ON",
      "PRAGMA table_info(kept)",
      "SELECT name FROM pragma_function_list LIMIT 3",
    ),
  ],
  limits: () => [
    ...refused(
      `SELECT ${"1 + ".repeat(2_000)}1`,
      `SELECT ${Array(3_000).fill("1").join(", ")}`,
      `${Array(600).fill("SELECT 1").join(" UNION ALL ")}`,
      `SELECT '${"x".repeat(1_000_001)}'`,
      `SELECT ?40000`,
      `CREATE TABLE wide (${Array.from({ length: 2_001 }, (_, index) => `c${index}`).join(", ")})`,
      `SELECT 1 FROM ${Array(70)
        .fill("kept")
        .map((name, index) => `${name} k${index}`)
        .join(", ")}`,
      `SELECT 'x' LIKE '${"%a".repeat(30_000)}'`,
    ),
    ...stopped(
      `CREATE TABLE full AS ${many(12)} SELECT n, zeroblob(10000000) FROM c`,
      `CREATE TABLE full (b); INSERT INTO full ${many(2_000_000)} SELECT randomblob(200) FROM c`,
      `SELECT group_concat(hex(zeroblob(500000))) FROM (${many(100)} SELECT n FROM c)`,
    ),
    ...idle(`SELECT group_concat(n) FROM (${many(100_000)} SELECT n FROM c)`),
  ],
  recursion: () => [
    ...stopped(
      `${forever} SELECT count(*) FROM c`,
      `${forever} SELECT n FROM c WHERE n < 0`,
      `INSERT INTO kept ${forever} SELECT n FROM c WHERE n < 0`,
      `SELECT count(*) FROM (${many(100_000)} SELECT n FROM c) a, (${many(100_000)} SELECT n FROM c) b WHERE a.n + b.n = 0`,
    ),
    ...idle(`${forever} SELECT n FROM c`, `SELECT printf('%.20000c', 'a') LIKE '${"%a".repeat(20)}%b'`),
    ...refused("CREATE VIEW a AS SELECT * FROM b; CREATE VIEW b AS SELECT * FROM a; SELECT * FROM a"),
  ],
  temporary: () => [
    ...stopped(
      `CREATE TEMP TABLE t AS ${many(30)} SELECT zeroblob(10000000) FROM c`,
      `CREATE TEMP TABLE t (b); INSERT INTO t ${forever} SELECT randomblob(100000) FROM c`,
      `${forever} SELECT n, randomblob(50000) AS b FROM c ORDER BY b`,
      `SELECT DISTINCT randomblob(100000) AS b FROM (${forever} SELECT n FROM c) GROUP BY b ORDER BY 1`,
    ),
    ...refused(
      "CREATE TEMP TABLE t (a); PRAGMA temp.max_page_count = 1000000",
      "INSERT INTO temp.sqlite_schema VALUES (1, 2, 3, 4, 5)",
    ),
    ...idle(
      "CREATE TEMP TRIGGER x AFTER DELETE ON kept BEGIN SELECT 1; END",
      "CREATE TEMP VIEW kept AS SELECT 'forged' AS n",
    ),
  ],
  "full-text": () => [
    ...refused(
      "CREATE VIRTUAL TABLE f USING fts4(a)",
      "CREATE VIRTUAL TABLE f USING rtree(a, b, c)",
      "CREATE VIRTUAL TABLE f USING geopoly(a)",
      "CREATE VIRTUAL TABLE f USING dbstat",
      "CREATE VIRTUAL TABLE f USING fts5vocab(x, row)",
      "CREATE VIRTUAL TABLE f USING fts5(a, tokenize = 'none ../../x')",
      "CREATE VIRTUAL TABLE f USING fts5(a, content = 'nowhere'); SELECT * FROM f",
      "CREATE VIRTUAL TABLE f USING fts5(a); DELETE FROM f_data; INSERT INTO f_data VALUES (1, x'ff'); SELECT * FROM f('a')",
      `CREATE VIRTUAL TABLE f USING fts5(a); SELECT * FROM f('${"(".repeat(5_000)}a')`,
    ),
    ...idle(
      "CREATE VIRTUAL TABLE f USING fts5(a); INSERT INTO f (f, rank) VALUES ('pgsz', 65536); INSERT INTO f VALUES ('x')",
    ),
    ...stopped(
      `CREATE VIRTUAL TABLE g USING fts5(a); INSERT INTO g ${many(1_000_000)} SELECT hex(randomblob(300)) || ' ' || n FROM c`,
    ),
  ],
  triggers: (secret) => [
    ...refused(
      "CREATE TABLE loop (n); CREATE TRIGGER again AFTER INSERT ON loop BEGIN ATTACH 'x' AS y; END",
      `CREATE TRIGGER bad AFTER INSERT ON kept BEGIN SELECT load_extension('${secret}'); END; INSERT INTO kept VALUES (1)`,
      `CREATE VIEW bad AS SELECT load_extension('${secret}'); SELECT * FROM bad`,
      "CREATE TRIGGER sqlite_x AFTER INSERT ON sqlite_schema BEGIN SELECT 1; END",
      "CREATE TRIGGER bad INSTEAD OF INSERT ON kept BEGIN SELECT 1; END",
    ),
    ...stopped(
      `CREATE TABLE loop (n); CREATE TRIGGER one AFTER INSERT ON loop WHEN new.n < 25 BEGIN
        INSERT INTO loop VALUES (new.n + 1); INSERT INTO loop VALUES (new.n + 1); END; INSERT INTO loop VALUES (1);
        ${forever} SELECT count(*) FROM c`,
    ),
  ],
  json: () => [
    ...refused(
      `SELECT json('${"[".repeat(5_000)}${"]".repeat(5_000)}')`,
      "SELECT json_extract('{', '$')",
      `SELECT json_group_array(hex(zeroblob(400000))) FROM (${many(100)} SELECT n FROM c)`,
      "SELECT jsonb(x'ffffffffffffffff')",
    ),
    ...stopped(
      `SELECT count(*) FROM json_tree('[' || (SELECT group_concat(n) FROM (${many(500_000)} SELECT n FROM c)) || ']') a,
        (${many(1_000_000)} SELECT n FROM c) b WHERE a.value = -b.n`,
    ),
    ...idle(
      "SELECT json_extract(jsonb_set('{}', '$.a[0].b', 1), '$.a')",
      "SELECT key FROM json_each('{\"__proto__\": 1}')",
    ),
  ],
  generated: (secret) => [
    ...refused(
      `CREATE TABLE g (a, b AS (load_extension('${secret}')))`,
      "CREATE TABLE g (a, b AS (random()) STORED); INSERT INTO g (a) VALUES (1)",
      "CREATE TABLE g (a AS (b), b AS (a)); SELECT * FROM g",
      "CREATE TABLE g (a, b AS (zeroblob(a)) STORED); INSERT INTO g (a) VALUES (1000000000)",
      "CREATE TABLE g (a, CHECK (a IN (SELECT n FROM kept)))",
      "CREATE INDEX bad ON kept (load_extension(n))",
      `CREATE TABLE g (a DEFAULT (load_extension('${secret}')), b); INSERT INTO g (b) VALUES (1)`,
    ),
    ...stopped(
      `CREATE TABLE g (a, b AS (hex(zeroblob(a)))); INSERT INTO g (a) ${many(40_000)} SELECT 200000 FROM c;
        SELECT count(*) FROM g x, g y WHERE x.b > y.b || 'x'`,
    ),
  ],
};
