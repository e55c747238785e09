import { execute, MOST_ROWS } from "@/lib/agent-db/index";
import type { ReadResult } from "@/lib/agent-db/types";
import type { Param } from "@/lib/shared/data/cell";
import type { QueryResult } from "@/lib/shared/data/contract";
import { AppError, isAppError } from "@/lib/shared/errors";
import { quoted } from "./names";
import { plainSelect } from "./plain-select";
import { editable, findTable, type Table } from "./table";

export type Query = { sql: string; params?: Param[] };

/** What a statement reads, up to 10,000 rows, and where its cells can be edited. Refuses one that writes. */
export async function query(
  agentId: string,
  { sql, params = [] }: Query,
  signal?: AbortSignal,
): Promise<QueryResult> {
  const read = (sql: string) => rowsOf({ agentId, sql, params, signal });
  const keyed = await withKey(agentId, sql);
  const result = keyed && (await read(keyed.sql).catch(orNull));
  return (result && trace(result, keyed.table)) ?? shown(await read(sql));
}

/** The statement with the key of its table behind its other columns, where each of its rows is one of a table. */
async function withKey(agentId: string, sql: string): Promise<{ sql: string; table: Table } | null> {
  const plain = plainSelect(sql);
  const table = plain && (await findTable(agentId, plain.table));
  if (!plain || !table || table.key.length === 0) return null;
  const key = table.key.map((name) => `${plain.prefix}.${quoted(name)}`).join(", ");
  return { sql: `${sql.slice(0, plain.end)}, ${key} ${sql.slice(plain.end)}`, table };
}

/** Null when SQLite takes the columns from somewhere else than the statement looked like. */
function trace({ columns, origins, rows, ...rest }: ReadResult, table: Table): QueryResult | null {
  const width = columns.length - table.key.length;
  if (origins.slice(width).some((origin) => origin?.table !== table.name)) return null;
  const own = new Set(editable(table));
  const source = {
    table: table.name,
    key: table.key,
    columns: origins.slice(0, width).map((origin) => {
      const isOwn = origin?.table === table.name && own.has(origin.column);
      return isOwn ? origin.column : null;
    }),
  };
  const result = shown({
    ...rest,
    origins,
    columns: columns.slice(0, width),
    rows: rows.map((row) => row.slice(0, width)),
  });
  return { ...result, source, keys: rows.map((row) => row.slice(width)) };
}

async function rowsOf(asked: Query & { agentId: string; signal?: AbortSignal }): Promise<ReadResult> {
  const result = await execute({ ...asked, mode: "read", maxRows: MOST_ROWS });
  if (result.kind === "read") return result;
  throw new AppError("invalid", "This statement reads no rows: a query is a SELECT.");
}

const shown = ({ columns, rows, truncated, reads }: ReadResult): QueryResult => ({
  columns,
  rows,
  row_count: rows.length,
  truncated,
  reads,
});

/** What is wrong with a statement is told in the words of the one that was given. */
function orNull(error: unknown): null {
  if (isAppError(error) && error.code === "invalid") return null;
  throw error;
}
