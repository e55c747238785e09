import { execute } from "@/lib/data/sqlite/index";
import type { Param } from "@/lib/shared/data/cell";
import type { SqlResult } from "@/lib/shared/data/contract";
import { addRun } from "@/lib/store/data/sql-runs";

const MAX_ERROR_CHARS = 2_000;

type Statement = { sql: string; params?: Param[] };

export async function runInConsole(
  agentId: string,
  { sql, params = [] }: Statement,
  signal?: AbortSignal,
): Promise<SqlResult> {
  const startedAt = performance.now();
  const keep = (count: number | null, error: string | null) =>
    addRun(agentId, { sql, params, count, error, ms: Math.round(performance.now() - startedAt) });
  try {
    const result = await execute({ agentId, sql, params, signal });
    const ms = performance.now() - startedAt;
    await keep(result.kind === "read" ? result.rows.length : result.changes, null);
    if (result.kind === "read") {
      const { columns, rows, truncated } = result;
      return { columns, rows, row_count: rows.length, truncated, ms };
    }
    const { changes, lastInsertRowid, snapshot } = result;
    return { changes, last_insert_rowid: lastInsertRowid, ms, ...(snapshot && { snapshot }) };
  } catch (error) {
    await keep(null, storable(error)).catch(() => {});
    throw error;
  }
}

const storable = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .slice(0, MAX_ERROR_CHARS)
    .replaceAll("\0", "")
    .toWellFormed();
