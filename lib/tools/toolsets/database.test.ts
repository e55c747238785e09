import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { listRevisions } from "@/lib/store/revisions";
import { callTool } from "./call";
import { findTool } from "./index";

let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab({ isFast: true });
});
afterAll(() => db.close());

const cause = { conversationId: "c", messageId: "m", runId: "r", toolCallId: "t" };
async function call(name: string, input: unknown) {
  const found = findTool(name);
  if (!found) throw new Error(`There is no ${name}`);
  const context = { agentId: db.agentId, ...cause, signal: new AbortController().signal };
  const {
    durationMs: _,
    logs: __,
    web: ___,
    through: ____,
    ...outcome
  } = await callTool(name, found.tool, input, context);
  return outcome;
}
const sql = (text: string, params?: unknown[]) => call("db_sql", { sql: text, params });

test("db_sql returns rows or the number of changes, and db_schema returns the tables", async () => {
  expect(await sql("CREATE TABLE t (id INTEGER PRIMARY KEY, n NOT NULL)")).toEqual({
    ok: true,
    output: { changes: 0, last_insert_rowid: 0, done: "Created t" },
  });
  expect(await sql("INSERT INTO t (n) VALUES (?), (?)", [2, true])).toEqual({
    ok: true,
    output: { changes: 2, last_insert_rowid: 2, done: "Added 2 rows to t" },
  });
  expect(await sql("SELECT n FROM t")).toEqual({
    ok: true,
    output: { columns: ["n"], rows: [[2], [1]], row_count: 2, truncated: false },
  });
  const column = { type: "", notnull: false, pk: false };
  const columns = [
    { ...column, name: "id", type: "INTEGER", pk: true },
    { ...column, name: "n", notnull: true },
  ];
  expect(await call("db_schema", {})).toEqual({
    ok: true,
    output: { tables: [{ name: "t", type: "table", columns, row_count: 2 }] },
  });
});

test("cuts a result that is too large, and explains how to read the rest", async () => {
  const rows =
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 500) SELECT printf('%.1000c', 'x') FROM c";
  const many = await sql(rows);
  expect(many).toMatchObject({ ok: true, output: { truncated: true } });
  expect(JSON.stringify(many).length).toBeLessThan(70_000);
  expect(await sql("SELECT 1 AS n, printf('%.90000c', 'x') AS text, zeroblob(90000) AS bytes")).toMatchObject(
    {
      ok: true,
      output: {
        rows: [[1, expect.stringMatching(/^x{19960}$/), null]],
        row_count: 1,
        note: expect.stringMatching(/substr\("text", 19961, 19960\); "bytes" is a blob and omitted: use hex/),
      },
    },
  );
  expect(await sql("SELECT ?", [{ a: 1 }])).toEqual({
    ok: false,
    error: expect.stringContaining("params[0] cannot be stored"),
  });
});

test("before a deletion, a copy of the database is stored with the call as its cause", async () => {
  const result = await sql("DELETE FROM t");
  const { revisions } = await listRevisions(db.agentId, { kind: "database", name: "database" });
  expect(revisions).toMatchObject([{ author: "agent", cause }]);
  const copy = { revision: revisions[0]?.id, note: expect.stringContaining("can undo this") };
  expect(result).toEqual({
    ok: true,
    output: { changes: 2, last_insert_rowid: 0, done: "Deleted 2 rows of t", copy },
  });
});

test("reads a large result page by page by offset, but rejects an offset for a write", async () => {
  await sql("CREATE TABLE wide (n INTEGER PRIMARY KEY, text)");
  await sql(
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 2500) INSERT INTO wide SELECT n, printf('%.70c', 'x') FROM c",
  );
  const read = async (offset: number): Promise<number[]> => {
    const { output } = z
      .object({
        output: z.object({
          rows: z.array(z.tuple([z.number(), z.string()])),
          next_offset: z.number().optional(),
        }),
      })
      .parse(await call("db_sql", { sql: "SELECT n, text FROM wide ORDER BY n", offset }));
    const numbers = output.rows.map(([n]) => n);
    return output.next_offset === undefined ? numbers : [...numbers, ...(await read(output.next_offset))];
  };
  expect(await read(0)).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1));
  const writing = { sql: "UPDATE wide SET text = text || 'y' RETURNING n, text" };
  const first = await call("db_sql", writing);
  expect(first).toMatchObject({ ok: true, output: { truncated: true, done: "Changed 2,500 rows of wide" } });
  expect(first).not.toMatchObject({ output: { next_offset: expect.anything() } });
  expect(await call("db_sql", { ...writing, offset: 500 })).toMatchObject({ ok: false });
  expect(await sql("SELECT DISTINCT length(text) FROM wide")).toMatchObject({ output: { rows: [[71]] } });
});
