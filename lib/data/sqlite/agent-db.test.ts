import { stat } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { describeActs } from "@/lib/shared/data/acts";
import type { Cell } from "@/lib/shared/data/cell";
import { type Notice, subscribe } from "@/lib/store/bus";
import { databaseFileOf } from "./folder";
import { execute, loadTable, SQL_LIMITS, schema, script, size } from "./index";
import { lab } from "./testing/lab";

let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab();
});
afterAll(() => db.close());

test("execute returns columns and rows for a query, and the number of changes and the last row id for a write", async () => {
  expect(await db.write("CREATE TABLE trips (id INTEGER PRIMARY KEY, place TEXT)")).toMatchObject({
    changes: 0,
    lastInsertRowid: 0,
    writes: ["trips"],
  });
  expect(await db.write("INSERT INTO trips (place) VALUES ('Porto'), ('Faro')")).toMatchObject({
    changes: 2,
    lastInsertRowid: 2,
  });
  expect(await db.write("UPDATE trips SET place = 'Beja' WHERE id = 2")).toMatchObject({
    changes: 1,
    lastInsertRowid: 0,
  });
  expect(await db.read("SELECT id, place AS name, 1 AS name FROM trips")).toEqual({
    kind: "read",
    columns: ["id", "name", "name"],
    origins: [{ table: "trips", column: "id" }, { table: "trips", column: "place" }, null],
    rows: [
      [1, "Porto", 1],
      [2, "Beja", 1],
    ],
    truncated: false,
    reads: ["trips"],
    writes: [],
    acts: [],
  });
  expect(await db.read("INSERT INTO trips (place) VALUES ('Évora') RETURNING id")).toMatchObject({
    rows: [[3]],
    writes: ["trips"],
  });
  expect((await db.read("EXPLAIN QUERY PLAN DELETE FROM trips")).writes).toEqual([]);
});

test("execute returns values as they were stored", async () => {
  const values: Cell[] = [
    null,
    0,
    0.1,
    1e300,
    "",
    "a\0b",
    "𝛑\n'\"",
    { $integer: "-9223372036854775808" },
    { $integer: "9007199254740993" },
    { $blob: "" },
    { $blob: Buffer.from([0, 255, 128]).toString("base64") },
    { $real: "Infinity" },
    { $real: "-Infinity" },
    { $real: "-0" },
  ];
  const marks = values.map(() => "?").join(", ");
  expect((await db.read(`SELECT ${marks}`, values)).rows).toEqual([values]);
  expect((await db.read("SELECT typeof(?), typeof(?), ?, ?", [1, 1.5, true, false])).rows).toEqual([
    ["integer", "real", 1, 0],
  ]);
  expect((await db.read("SELECT ?2, ?1, ?2", ["a", "b"])).rows).toEqual([["b", "a", "b"]]);
});

test.each([
  ["SELECT ?", [], "The statement has 1 placeholders, but there are 0 parameters"],
  ["SELECT '?' -- ?", [1], "The statement has 0 placeholders, but there are 1 parameters"],
  ["SELECT $1", [1], "Placeholders are ? or ?1, not $1"],
  ["SELECT ?; SELECT 1", [1], "Parameters need a single statement"],
  ["SELECT ?", ["\ud800"], "half of a surrogate pair"],
  ["SELECT 'a\0b'", [], "NUL character"],
  ["-- nothing", [], "The SQL contains no statement"],
  ["SELECT colour FROM trips", [], "db_schema lists the columns"],
  ["SELECT * FROM nowhere", [], "db_schema lists the tables"],
  ["SELEC 1", [], 'near "SELEC": syntax error. Use SQLite\'s SQL.'],
] satisfies [string, Cell[], string][])(
  "execute rejects %s with an explanation",
  async (sql, params, message) => {
    expect(await db.refusal(sql, params)).toContain(message);
  },
);

test("execute runs several statements as one transaction with the last result", async () => {
  await db.write("CREATE TABLE whole (n UNIQUE)");
  expect(
    await db.read("INSERT INTO whole VALUES (1); INSERT INTO whole VALUES (2); SELECT n FROM whole;"),
  ).toMatchObject({
    rows: [[1], [2]],
    writes: ["whole"],
  });
  expect(await db.refusal("INSERT INTO whole VALUES (3); INSERT INTO whole VALUES (1)")).toBe(
    "Statement 2: UNIQUE constraint failed: whole.n. INSERT … ON CONFLICT handles a row that already exists. All statements were rolled back.",
  );
  expect(await db.refusal("INSERT OR FAIL INTO whole VALUES (4), (1)")).toContain("UNIQUE");
  expect((await db.read("SELECT count(*) FROM whole")).rows).toEqual([[2]]);
});

test("execute explains failed constraints by SQLite's error code, not by the text of the message", async () => {
  await db.run("CREATE TABLE houses (id INTEGER PRIMARY KEY, street INTEGER REFERENCES houses)");
  await db.run(
    "CREATE TRIGGER one BEFORE INSERT ON houses WHEN new.id = 9 BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint of the town'); END",
  );
  expect(await db.refusal("INSERT INTO houses VALUES (9, NULL)")).toBe("UNIQUE constraint of the town.");
  await db.run("INSERT INTO houses VALUES (1, NULL)");
  expect(await db.refusal("INSERT INTO houses VALUES (1, NULL)")).toContain("ON CONFLICT handles");
  expect(await db.refusal("INSERT INTO houses VALUES (2, 7)")).toContain("The referenced row must exist");
  expect(await db.refusal("INSERT INTO houses VALUES (1, 1) ON CONFLICT (street) DO NOTHING")).toBe(
    "ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint.",
  );
});

test("execute splits a script of 8,000 statements with semicolons in strings, comments and a trigger", async () => {
  const rows = Array.from(
    { length: 8_000 },
    (_, n) => `INSERT INTO long VALUES (${n}, 'a; b -- ${n}'); -- ; '`,
  );
  const trigger = `CREATE TRIGGER t AFTER DELETE ON long BEGIN ${"SELECT ';'; ".repeat(1_000)} END;`;
  await db.write(`CREATE TABLE long (n, text); ${trigger}\n${rows.join("\n")}`);
  const sum = "SELECT count(*), sum(n), count(DISTINCT text) FROM long";
  expect((await db.read(sum)).rows).toEqual([[8_000, (8_000 * 7_999) / 2, 8_000]]);
});

test("execute accepts BEGIN and COMMIT around a whole call, and discards its changes on ROLLBACK", async () => {
  await db.write("CREATE TABLE tried (n)");
  expect(await db.write("BEGIN; INSERT INTO tried VALUES (1); COMMIT")).toMatchObject({ changes: 1 });
  expect(await db.read("BEGIN; DELETE FROM tried; SELECT count(*) FROM tried; ROLLBACK;")).toMatchObject({
    rows: [[0]],
    writes: [],
  });
  await db.write("SAVEPOINT one; INSERT INTO tried VALUES (2); ROLLBACK TO one; RELEASE one");
  for (const sql of [
    "BEGIN",
    "COMMIT",
    "SELECT 1; BEGIN",
    "BEGIN; SELECT 1",
    "BEGIN; COMMIT; SELECT 1",
    "SELECT 1; ROLLBACK",
  ])
    expect(await db.refusal(sql)).toContain("A call runs as one transaction");
  expect((await db.read("SELECT n FROM tried")).rows).toEqual([[1]]);
});

test("execute drops a temporary table after the call", async () => {
  const sql = "CREATE TEMP TABLE passing AS SELECT 5 AS n; SELECT n FROM passing";
  expect((await db.read(sql)).rows).toEqual([[5]]);
  expect(await db.refusal("SELECT n FROM passing")).toContain("temporary ones exist only during the call");
});

test("execute truncates a result by rows or size, and reports it", async () => {
  const numbers = (count: number) =>
    `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT ${count}) SELECT n FROM c`;
  const whole = await db.read(numbers(SQL_LIMITS.rows));
  expect([whole.rows.length, whole.truncated]).toEqual([1_000, false]);
  const cut = await db.read(numbers(1_000_000_000));
  expect([cut.rows.length, cut.truncated]).toEqual([1_000, true]);
  const { agentId } = db;
  const wide = "SELECT printf('%.100c', 'x') UNION ALL SELECT 'y' UNION ALL SELECT 'z'";
  expect(await execute({ agentId, sql: wide, maxChars: 50 })).toMatchObject({
    rows: [["x".repeat(100)]],
    truncated: true,
  });
});

test("execute rejects every write in read mode", async () => {
  const { agentId } = db;
  expect(await execute({ agentId, sql: "SELECT 1; SELECT 2", mode: "read" })).toMatchObject({ rows: [[2]] });
  for (const sql of [
    "DELETE FROM trips",
    "WITH x AS (SELECT 1) INSERT INTO trips (place) SELECT 'x' FROM x RETURNING id",
    "CREATE TEMP TABLE x (n)",
    "DROP TABLE IF EXISTS trips",
    "SELECT 1; ANALYZE",
    "BEGIN",
    "PRAGMA user_version = 5",
  ])
    await expect(execute({ agentId, sql, mode: "read" })).rejects.toMatchObject({ code: "invalid" });
});

test("execute reports tables read or written through views, triggers, foreign keys and renames, and notifies listeners", async () => {
  const notices: Notice[] = [];
  const leave = subscribe((notice) => notices.push(notice));
  await db.run(`CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a ON DELETE CASCADE);
    CREATE TABLE log (what); CREATE VIEW both AS SELECT * FROM a JOIN b ON b.a = a.id;
    CREATE TRIGGER told AFTER INSERT ON a BEGIN INSERT INTO log VALUES (new.id); END`);
  expect((await db.read("SELECT * FROM both")).reads.toSorted()).toEqual(["a", "b", "both"]);
  expect((await db.write("INSERT INTO a VALUES (1)")).writes).toEqual(["a", "log"]);
  expect((await db.write("DELETE FROM a WHERE id = 1")).writes).toEqual(["a", "b"]);
  expect((await db.write("ALTER TABLE log RENAME TO diary")).writes).toEqual(["log", "diary"]);
  await db.run("SELECT 1 FROM a");
  leave();
  expect(notices.flatMap((notice) => (notice.type === "database" ? [notice.tables.length] : []))).toEqual([
    4, 2, 2, 2,
  ]);
});

test("execute reports actions by table, with those of cascades and triggers and without discarded ones", async () => {
  const describe = async (sql: string) => describeActs((await db.run(sql)).acts);
  const five = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 5) SELECT n FROM c";
  expect(await describe(`CREATE TABLE "the list" (n PRIMARY KEY); INSERT INTO "the list" ${five}`)).toBe(
    "Created the list and added 5 rows to the list",
  );
  expect(await describe('CREATE TABLE items (n REFERENCES "the list" ON DELETE CASCADE, v)')).toBe(
    "Created items",
  );
  await db.run(`INSERT INTO items (n) ${five}`);
  expect(await describe('DELETE FROM "the list" WHERE n < 3')).toBe(
    "Deleted 2 rows of the list (and 2 rows by cascades or triggers)",
  );
  expect(
    await describe("UPDATE items SET v = 1 WHERE n = 3; UPDATE items SET v = 2 WHERE n > 3 RETURNING n"),
  ).toBe("Changed 3 rows of items");
  expect(await describe("BEGIN; DELETE FROM items; ROLLBACK")).toBe("");
  expect(await describe("DELETE FROM items WHERE n = 99; EXPLAIN DELETE FROM items; SELECT 1")).toBe("");
  expect(await describe("CREATE INDEX by_v ON items (v); ALTER TABLE items ADD COLUMN w")).toBe(
    "Changed the schema of items",
  );
  expect(
    await describe(
      "CREATE VIEW v1 AS SELECT 1; CREATE TABLE t1 (n); DROP VIEW v1; INSERT INTO t1 VALUES (1); DROP TABLE t1",
    ),
  ).toBe("Created v1, created t1, dropped v1 and 2 more changes");
});

test("execute passes parameters to each statement of a script, and inserts all rows or none", async () => {
  const { agentId } = db;
  const results = await script({
    agentId,
    statements: [
      { sql: "CREATE TABLE loaded (a, b)" },
      { sql: "INSERT INTO loaded VALUES (?, ?)", params: [1, "x"] },
      { sql: "SELECT ?", params: ["y"] },
    ],
  });
  expect(results.map(({ kind }) => kind)).toEqual(["write", "write", "read"]);
  async function* rows(bad: boolean): AsyncGenerator<Cell[][]> {
    yield [
      [2, "y"],
      [3, null],
    ];
    yield [bad ? [4] : [4, { $blob: "AA==" }]];
  }
  const table = { agentId, columns: ["a", "b"], table: "loaded" };
  await expect(loadTable({ ...table, rows: rows(true) })).rejects.toMatchObject({ code: "invalid" });
  expect(await loadTable({ ...table, rows: rows(false) })).toEqual({ rows: 3 });
  const create = 'CREATE TABLE "new one" (a, b)';
  await loadTable({ ...table, table: "new one", create, rows: rows(false) });
  expect((await db.read('SELECT (SELECT count(*) FROM loaded), count(*) FROM "new one"')).rows).toEqual([
    [4, 3],
  ]);
});

test("schema returns tables, views and row counts after every change, separately for each agent", async () => {
  const agentId = await newAgent();
  expect([await schema(agentId), await size(agentId)]).toEqual([[], { bytes: 0, limit: SQL_LIMITS.bytes }]);
  await execute({
    agentId,
    sql: `CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, twice AS (id * 2)); CREATE VIEW v AS SELECT name FROM t;
      CREATE VIEW broken AS SELECT * FROM gone; CREATE VIRTUAL TABLE words USING fts5(text); INSERT INTO t VALUES (1, 'x')`,
  });
  const column = (name: string, type: string, notnull = false, pk = false) => ({ name, type, notnull, pk });
  expect(await schema(agentId)).toEqual([
    { name: "broken", type: "view", columns: [], row_count: null },
    {
      name: "t",
      type: "table",
      columns: [column("id", "INTEGER", false, true), column("name", "TEXT", true), column("twice", "")],
      row_count: 1,
    },
    { name: "v", type: "view", columns: [column("name", "TEXT")], row_count: null },
    { name: "words", type: "table", columns: [column("text", "")], row_count: 0 },
  ]);
  await execute({ agentId, sql: "INSERT INTO t VALUES (2, 'y')" });
  expect((await schema(agentId))[1]?.row_count).toBe(2);
  expect((await size(agentId)).bytes).toBeGreaterThan(4_096);
  expect((await schema(db.agentId)).map(({ name }) => name)).not.toContain("t");
});

test("the database and its WAL are limited to 100 MB together", async () => {
  const agentId = await newAgent();
  const run = (sql: string) => execute({ agentId, sql });
  const onDisk = async () => {
    const files = ["", "-wal"].map((end) => stat(`${databaseFileOf(agentId)}${end}`));
    return (await Promise.all(files)).reduce((sum, file) => sum + file.size, 0);
  };
  await run("CREATE TABLE big (bytes)");
  const add = () => run("INSERT INTO big VALUES (zeroblob(19000000))");
  for (let count = 1; count <= 5; count++) {
    await add();
    const { bytes } = await size(agentId);
    expect(bytes).toBeGreaterThan(count * 19_000_000);
    expect(await onDisk()).toBeLessThanOrEqual(SQL_LIMITS.bytes);
    expect(bytes).toBeLessThanOrEqual(await onDisk());
  }
  await expect(add()).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("100 MB") });
  expect(await onDisk()).toBeLessThanOrEqual(SQL_LIMITS.bytes);
}, 30_000);

test("execute discards the changes of a statement that the user stopped, and runs the next one", async () => {
  const stop = new AbortController();
  const endless =
    "INSERT INTO trips (place) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c";
  const running = execute({ agentId: db.agentId, sql: endless, signal: stop.signal });
  const waiting = db.read("SELECT count(*) FROM trips");
  setTimeout(() => stop.abort(), 200);
  await expect(running).rejects.toThrow(/abort/);
  expect((await waiting).rows).toEqual([[3]]);
});
