import { execute } from "@/lib/data/sqlite/index";
import type { ReadResult } from "@/lib/data/sqlite/types";
import type { Param } from "@/lib/shared/data/cell";
import type { QueryResult } from "@/lib/shared/data/contract";
import { AppError } from "@/lib/shared/errors";
import { isNamed, KEY, shield, type View } from "./shield";

type Asked = { sql: string; params: Param[]; maxRows: number; maxChars: number };

/** Runs a query of the owner over the views of a visitor. Throws if it reads any other table. */
export async function readForVisitor(
  agentId: string,
  { sql, ...asked }: Asked,
  views: readonly View[],
  signal?: AbortSignal,
): Promise<QueryResult> {
  const shielded = shield(sql, views);
  const result = await execute({ agentId, sql: shielded.sql, ...asked, mode: "read", signal });
  if (result.kind !== "read") throw new AppError("invalid", "This statement reads no rows.");
  if (result.reads.some((name) => !views.some(({ shape }) => isNamed(shape, name))))
    throw new AppError("forbidden", "This query reads a table that visitors cannot see.");
  return shown(result, shielded.view);
}

function shown({ columns, origins, rows, truncated }: ReadResult, view: View | null): QueryResult {
  const isKey = columns.map((name) => name.startsWith(KEY));
  const places = columns.flatMap((_, at) => (isKey[at] ? [] : [at]));
  const pick = <T>(all: readonly T[]): T[] => places.map((at) => all[at] as T);
  const names = pick(columns);
  const made = rows.map((row) => pick(row));
  const common = { columns: names, rows: made, row_count: made.length, truncated };
  const tables = [...new Set(origins.flatMap((one) => (one ? [one.table] : [])))];
  if (!view) return { ...common, reads: tables };
  const { shape } = view;
  const own = pick(origins).map((origin) => (origin && isNamed(shape, origin.table) ? origin.column : null));
  return {
    ...common,
    reads: [shape.name],
    source: { table: shape.name, key: shape.key, columns: own },
    keys: rows.map((row) => shape.key.map((_, at) => row[columns.lastIndexOf(KEY + at)] ?? null)),
  };
}
