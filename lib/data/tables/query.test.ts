import { describe, expect, it } from "vitest";
import { execute, trustTable } from "@/lib/data/sqlite/index";
import { changeRow } from "./edit";
import { plainSelect } from "./plain-select";
import { querySql } from "./query";
import { lab } from "./testing/lab";

const { agentId, sql } = await lab();
const ask = (text: string, ...params: (string | number)[]) => querySql(agentId, { sql: text, params });

await sql(`
  CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, boss INT, "full name" AS (name || '!'));
  CREATE TABLE "a ""b"" ; c" (n INT, "from" TEXT);
  CREATE TABLE pairs (a TEXT, b INT, v, PRIMARY KEY (a, b)) WITHOUT ROWID;
  CREATE VIEW bosses AS SELECT * FROM people WHERE boss IS NULL;
  INSERT INTO people VALUES (1, 'Ada', NULL), (2, 'Bob', 1), (3, 'Cid', 1);
  INSERT INTO "a ""b"" ; c" VALUES (1, 'x'), (2, 'y');
  INSERT INTO pairs VALUES ('x', 1, 'one')`);

describe("a query", () => {
  it("returns the table and the keys with the rows of a query that selects from one table", async () => {
    expect(
      await ask("SELECT name AS who, id * 2, upper(name) FROM people p WHERE id > ? ORDER BY 1 DESC;", 1),
    ).toEqual({
      columns: ["who", "id * 2", "upper(name)"],
      rows: [
        ["Cid", 6, "CID"],
        ["Bob", 4, "BOB"],
      ],
      row_count: 2,
      truncated: false,
      reads: ["people"],
      source: { table: "people", key: ["id"], columns: ["name", null, null] },
      keys: [[3], [2]],
    });
    const odd = await ask('select *, "from" -- from\n FROM main."a ""b"" ; c" /* from */ LIMIT 1');
    expect(odd.source).toEqual({ table: 'a "b" ; c', key: ["rowid"], columns: ["n", "from", "from"] });
    expect(odd.keys).toEqual([[1]]);
    const pair = await ask("SELECT v FROM [pairs] AS \"p q\" WHERE v IS NOT DISTINCT FROM 'one'");
    expect([pair.source, pair.keys]).toEqual([
      { table: "pairs", key: ["a", "b"], columns: ["v"] },
      [["x", 1]],
    ]);
    expect((await ask("SELECT * FROM people")).source?.columns).toEqual(["id", "name", "boss", null]);
  });

  it.each([
    "SELECT id, name FROM people WHERE id IN (SELECT max(id) FROM people GROUP BY boss)",
    "SELECT id, name, row_number() OVER (ORDER BY name) FROM people ORDER BY length(name) LIMIT 2 OFFSET 1",
    "SELECT rowid, 'FROM', \"name\" FROM PEOPLE WHERE name LIKE '%--%' OR 1 /* ) */",
  ])("returns the table and keys of a plain SELECT: %s", async (text) => {
    const { source, keys, rows } = await ask(text);
    expect(source?.table).toBe("people");
    expect(keys).toEqual(rows.map(([id]) => [id]));
  });

  it.each([
    "SELECT a.id, b.name FROM people a, people b",
    "SELECT a.id, b.name FROM people a JOIN people b ON a.boss = b.id",
    "SELECT id, (SELECT b.name FROM people b WHERE b.id = a.boss) AS name FROM people a",
    "SELECT id, name FROM people UNION SELECT id, name FROM people",
    "SELECT DISTINCT id, name FROM people",
    "SELECT id, name, count(*) FROM people",
    "SELECT max(id), name FROM people GROUP BY boss",
    "SELECT id, name FROM people GROUP BY name",
    "SELECT id, name FROM people WHERE 1 GROUP BY name HAVING 1",
    "SELECT id, name FROM (SELECT * FROM people)",
    "WITH people AS (SELECT 9 AS id, 'x' AS name) SELECT id, name FROM people",
    "SELECT id, name FROM bosses",
    "SELECT 1",
    "SELECT value FROM json_each('[1]')",
    "VALUES (1)",
    "EXPLAIN SELECT id FROM people",
    "SELECT 1; SELECT id, name FROM people",
    "PRAGMA table_info(people)",
  ])("returns no keys if rows may not map to rows of one table: %s", async (text) => {
    const { source, keys, columns, row_count } = await ask(text);
    expect([source, keys]).toEqual([undefined, undefined]);
    expect(columns.length * row_count).toBeGreaterThan(0);
  });

  it("returns keys with which the shown cells can be edited", async () => {
    const { source, keys, rows } = await ask("SELECT name FROM people WHERE boss = 1 ORDER BY name DESC");
    const key = { [String(source?.key[0])]: keys?.[0]?.[0] ?? null };
    const { row } = await changeRow(agentId, "people", {
      key,
      set: { name: "Zoe" },
      was: { name: rows[0]?.[0] ?? null },
    });
    expect(row).toMatchObject({ id: 3, name: "Zoe" });
  });

  it("rejects statements that write, and reports errors of the statement as the user wrote it", async () => {
    for (const text of [
      "DELETE FROM people",
      "INSERT INTO people (name) VALUES ('x') RETURNING id",
      "CREATE TABLE x (y)",
    ])
      await expect(ask(text), text).rejects.toMatchObject({ code: "invalid" });
    await expect(ask("SELECT nope FROM people")).rejects.toThrow("no such column: nope");
    await expect(ask("SELECT name people")).rejects.toMatchObject({ code: "invalid" });
    await expect(ask("SELECT name FROM people WHERE id = ?")).rejects.toMatchObject({ code: "invalid" });
    await expect(ask("SELECT name, FROM people")).rejects.toThrow('near "FROM"');
    await expect(ask("")).rejects.toMatchObject({ code: "invalid" });
  });

  it("reports the origins of the tables that it reads, until the user trusts them", async () => {
    const by = { author: "agent", cause: null, origins: ["https://kornmuehle.example"] } as const;
    await execute({ agentId, sql: "CREATE TABLE prices AS SELECT 1 AS id, 2 AS price", by });
    const plain = "SELECT price FROM prices";
    const joined = "SELECT name, price FROM people JOIN prices USING (id)";
    for (const text of [plain, joined]) expect((await ask(text)).webOrigins).toEqual(by.origins);
    expect((await ask("SELECT name FROM people")).webOrigins).toBeUndefined();
    await trustTable(agentId, "prices");
    for (const text of [plain, joined]) expect((await ask(text)).webOrigins).toBeUndefined();
  });

  it("parses an unterminated statement of 90,000 characters quickly", () => {
    for (const sign of ["[", "'", '"', "`\"'", "/*", "(", "'x"])
      plainSelect(`SELECT ${sign.repeat(90_000 / sign.length)}`);
  });

  it("returns at most ten thousand rows, and reports truncation", async () => {
    const many = await ask("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n");
    expect([many.row_count, many.truncated]).toEqual([10_000, true]);
  });
});
