import { afterAll, beforeAll, expect, test } from "vitest";
import { lab } from "@/lib/agent-db/testing/lab";
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
  const { durationMs: _, logs: __, web: ___, ...outcome } = await callTool(name, found.tool, input, context);
  return outcome;
}
const sql = (text: string, params?: unknown[]) => call("db_sql", { sql: text, params });

test("db_sql gives rows or changes, and db_schema what there is", async () => {
  expect(await sql("CREATE TABLE t (id INTEGER PRIMARY KEY, n NOT NULL)")).toEqual({
    ok: true,
    output: { changes: 0, last_insert_rowid: 0 },
  });
  expect(await sql("INSERT INTO t (n) VALUES (?), (?)", [2, true])).toEqual({
    ok: true,
    output: { changes: 2, last_insert_rowid: 2 },
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

test("what a model can bear of a result is given, and the rest is told", async () => {
  const rows =
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 500) SELECT printf('%.1000c', 'x') FROM c";
  const many = await sql(rows);
  expect(many).toMatchObject({ ok: true, output: { truncated: true } });
  expect(JSON.stringify(many).length).toBeLessThan(70_000);
  expect(await sql("SELECT printf('%.90000c', 'x')")).toEqual({
    ok: false,
    error: expect.stringContaining("select fewer columns, or a part by substr()"),
  });
  expect(await sql("SELECT ?", [{ a: 1 }])).toEqual({
    ok: false,
    error: expect.stringContaining("params[0] cannot be stored"),
  });
});

test("the copy before a loss says which call it was", async () => {
  await sql("DELETE FROM t");
  const { revisions } = await listRevisions(db.agentId, { kind: "database" });
  expect(revisions).toMatchObject([{ author: "agent", cause }]);
});
