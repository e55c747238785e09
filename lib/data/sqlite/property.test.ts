import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { type Cell, fromCell, type Param, toCell } from "@/lib/shared/data/cell";
import { AppError } from "@/lib/shared/errors";
import { findTool } from "@/lib/tools/toolsets/index";
import { checkedInput } from "@/lib/tools/toolsets/testing/checked-input";
import { generator } from "./testing/generate";
import { lab } from "./testing/lab";

const STATEMENTS = isWhole ? 2_200 : 400;
const SEED = Number(process.env.SEED ?? 20_260_309);
const SCHEMA = `CREATE TABLE t (id INTEGER PRIMARY KEY, a, b TEXT, c REAL, d INTEGER);
  CREATE TABLE u (k TEXT PRIMARY KEY, v) WITHOUT ROWID; CREATE VIEW w AS SELECT t.a, u.k FROM t JOIN u ON u.k = t.b;
  CREATE TABLE log (n); CREATE TRIGGER told AFTER DELETE ON t BEGIN INSERT INTO log VALUES (old.id); END`;

let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab({ isFast: true });
});
afterAll(() => db.close());

type Outcome = { columns: string[]; rows: Cell[][] } | { changes: number } | { error: string };

async function throughTool(sql: string, params: Param[]): Promise<Outcome> {
  const found = findTool("db_sql");
  if (!found || found.tool.pauses) throw new Error("There is no db_sql");
  const ids = { conversationId: "c", messageId: "m", runId: "r", toolCallId: "t", toolName: "db_sql" };
  const context = {
    ...ids,
    agentId: db.agentId,
    signal: new AbortController().signal,
    log: () => {},
    readWeb: () => {},
    readStored: () => {},
    origins: () => [],
  };
  try {
    const input = checkedInput(found.tool, JSON.parse(JSON.stringify({ sql, params })));
    const output = await found.tool.execute(input, context);
    const outcome: Outcome & { truncated?: boolean } = JSON.parse(JSON.stringify(output));
    expect(outcome.truncated, sql).not.toBe(true);
    return "columns" in outcome ? { columns: outcome.columns, rows: outcome.rows } : pickChanges(outcome);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error: error.message };
  }
}

const pickChanges = (outcome: Outcome): Outcome =>
  "changes" in outcome ? { changes: outcome.changes } : outcome;

function directly(sqlite: DatabaseSync, sql: string, params: Param[]): Outcome {
  let outcome: Outcome = { changes: 0 };
  sqlite.exec("BEGIN");
  try {
    for (let rest = sql; ; ) {
      const statement = sqlite.prepare(rest);
      const columns = statement.columns().map(({ name }) => name);
      const values = params.map(fromCell);
      if (columns.length > 0) {
        const all: unknown = statement.all(...values);
        const rows = (all as (bigint | number | string | Uint8Array | null)[][]).map((row) =>
          row.map(toCell),
        );
        outcome = { columns, rows };
      } else {
        const { changes } = statement.run(...values);
        outcome = { changes: /^\s*(CREATE|DROP|ALTER)/.test(statement.sourceSQL) ? 0 : Number(changes) };
      }
      rest = rest.slice(statement.sourceSQL.length);
      if (!/\w/.test(rest.replace(/--.*/g, ""))) break;
    }
    sqlite.exec("COMMIT");
    return outcome;
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec("ROLLBACK");
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

test(`${STATEMENTS} generated statements return the same through db_sql as in SQLite`, {
  timeout: 60_000,
}, async () => {
  const sqlite = new DatabaseSync(":memory:", { readBigInts: true, returnArrays: true });
  await db.run(SCHEMA);
  sqlite.exec(SCHEMA);
  const next = generator(SEED);
  const count = { columns: 0, changes: 0, error: 0 };
  for (let index = 0; index < STATEMENTS; index++) {
    const { sql, params } = next();
    const expected = directly(sqlite, sql, params);
    const outcome = await throughTool(sql, params);
    const what = `seed ${SEED}, statement ${index}: ${sql} ${JSON.stringify(params)}`;
    if ("error" in expected) {
      expect(outcome, what).toHaveProperty("error");
      expect("error" in outcome && outcome.error, what).toContain(expected.error);
      count.error++;
    } else {
      expect(outcome, what).toEqual(expected);
      count["columns" in outcome ? "columns" : "changes"]++;
    }
  }
  for (const table of ["t", "u", "log"])
    expect(await throughTool(`SELECT * FROM ${table} LIMIT 300`, [])).toEqual(
      directly(sqlite, `SELECT * FROM ${table} LIMIT 300`, []),
    );
  // Fails if most generated statements failed, because the comparison would then prove little.
  expect(count.columns, JSON.stringify(count)).toBeGreaterThan(STATEMENTS * 0.45);
  expect(count.changes, JSON.stringify(count)).toBeGreaterThan(STATEMENTS * 0.13);
});
