import { execute, MAX_SQL_ROWS } from "@/lib/data/sqlite/index";
import type { ReadResult, TableMark } from "@/lib/data/sqlite/types";
import type { Param } from "@/lib/shared/data/cell";
import type { QueryResult } from "@/lib/shared/data/contract";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joined } from "@/lib/shared/origins";
import { quoted } from "./names";
import { plainSelect } from "./plain-select";
import { editable, findTable, type TableShape } from "./table";

/** Declared types that mean boolean. SQLite keeps the declared type as it was written. */
const BOOLEAN = /^bool(ean)?$/i;

export type SqlQuery = { sql: string; params?: Param[] };
type ReadLimits = { maxRows?: number; maxChars?: number };

/**
 * Runs a query of up to 10,000 rows, and reports which cells can be edited. Rejects a statement that writes.
 */
export async function querySql(
  agentId: string,
  { sql, params = [] }: SqlQuery,
  signal?: AbortSignal,
  limits: ReadLimits = {},
): Promise<QueryResult> {
  const read = (sql: string) => rowsOf({ agentId, sql, params, signal, ...limits });
  const keyed = await withKey(agentId, sql);
  const result = keyed && (await read(keyed.sql).catch(orNull));
  return (result && trace(result, keyed.table)) ?? shown(await read(sql));
}

/**
 * Adds the key of the table to the selected columns. Returns null if the result rows may not map to rows of
 * one table.
 */
async function withKey(agentId: string, sql: string): Promise<{ sql: string; table: TableShape } | null> {
  const plain = plainSelect(sql);
  const table = plain && (await findTable(agentId, plain.table));
  if (!plain || !table || table.key.length === 0) return null;
  const key = table.key.map((name) => `${plain.prefix}.${quoted(name)}`).join(", ");
  return { sql: `${sql.slice(0, plain.end)}, ${key} ${sql.slice(plain.end)}`, table };
}

/**
 * Adds the keys to a result. Returns null if the key columns come from another table than `plainSelect`
 * found.
 */
function trace({ columns, origins, rows, ...rest }: Read, table: TableShape): QueryResult | null {
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
  const booleans = source.columns.flatMap((name, at) =>
    table.columns.some((column) => column.name === name && BOOLEAN.test(column.type)) ? at : [],
  );
  const result = shown({
    ...rest,
    origins,
    columns: columns.slice(0, width),
    rows: rows.map((row) => row.slice(0, width)),
  });
  return {
    ...result,
    source: { ...source, ...(booleans.length > 0 && { booleans }) },
    keys: rows.map((row) => row.slice(width)),
  };
}

type Read = ReadResult & { webOrigins: string[] };

async function rowsOf(
  asked: SqlQuery & ReadLimits & { agentId: string; signal?: AbortSignal },
): Promise<Read> {
  let webOrigins: string[] = [];
  const onRead = (marks: readonly TableMark[]) => {
    webOrigins = joined(...marks.map(({ origins }) => origins));
  };
  const result = await execute({ maxRows: MAX_SQL_ROWS, ...asked, mode: "read", onRead });
  if (result.kind === "read") return { ...result, webOrigins };
  throw new AppError("invalid", "This statement reads no rows: use a SELECT.");
}

const shown = ({ columns, rows, truncated, reads, webOrigins }: Read): QueryResult => ({
  columns,
  rows,
  row_count: rows.length,
  truncated,
  reads,
  ...(webOrigins.length > 0 && { webOrigins }),
});

/**
 * For an error of the statement with the key, returns null. The original statement then runs and reports its
 * own errors.
 */
function orNull(error: unknown): null {
  if (isAppError(error) && error.code === "invalid") return null;
  throw error;
}
