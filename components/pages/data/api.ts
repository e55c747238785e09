import { ApiError, jsonBody, request } from "@/components/client/request";
import type { Key } from "@/components/draw/grid/cells";
import type { Condition } from "@/lib/shared/data/bodies";
import type { Cell } from "@/lib/shared/data/cell";
import {
  type DatabaseView,
  databaseView,
  queryResult,
  type RowsPage,
  rowsPage,
  type SqlResult,
  type SqlRun,
  sqlResult,
  sqlRuns,
  type TableView,
  tableDropped,
  tableView,
} from "@/lib/shared/data/contract";
import { t } from "@/lib/shared/i18n/en/data";

export type { Condition, DatabaseView, RowsPage, SqlResult, SqlRun, TableView };
export type Table = DatabaseView["tables"][number];
export type Column = Table["columns"][number];

const ROOT = "/api/database";
/** The server stops a query after 5 s; the remaining time allows for queueing. */
const QUERY_MS = 30_000;

export const tablePath = (table: string): string => `${ROOT}/tables/${encodeURIComponent(table)}`;

export type Wanted = {
  text: string;
  where: readonly Condition[];
  sort?: { column: string; desc: boolean };
};

export async function readOverview(signal?: AbortSignal): Promise<DatabaseView> {
  return databaseView.parse(await (await request(ROOT, { signal, patienceMs: QUERY_MS })).json());
}

type Extent = { offset: number; limit: number };

export async function readRows(
  table: string,
  { text, where, sort }: Wanted,
  { offset, limit }: Extent,
  signal?: AbortSignal,
): Promise<RowsPage> {
  const query = new URLSearchParams({
    offset: String(offset),
    limit: String(limit),
    ...(text && { filter: text }),
    ...(where.length > 0 && { where: JSON.stringify(where) }),
    ...(sort && { sort: sort.column, direction: sort.desc ? "desc" : "asc" }),
  });
  const init = { signal, patienceMs: QUERY_MS };
  return rowsPage.parse(await (await request(`${tablePath(table)}/rows?${query}`, init)).json());
}

export async function readStructure(table: string, signal?: AbortSignal): Promise<TableView> {
  return tableView.parse(await (await request(tablePath(table), { signal })).json());
}

export async function readCell(table: string, key: Key, column: string): Promise<Cell> {
  const where = Object.keys(key).map((name) => `${quoted(name)} IS ?`);
  const sql = `SELECT ${quoted(column)} FROM ${quoted(table)} WHERE ${where.join(" AND ")}`;
  const body = jsonBody({ sql, params: Object.values(key) });
  const { rows } = queryResult.parse(
    await (await request(`${ROOT}/query`, { method: "POST", ...body })).json(),
  );
  const [row] = rows;
  if (!row) throw new ApiError(404, t("rowGone"), undefined);
  return row[0] ?? null;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Drops a table after the server has stored a snapshot of the whole database. Returns the snapshot's
 * revision, if any.
 */
export async function dropTable(table: string): Promise<string | undefined> {
  const response = await request(tablePath(table), { method: "DELETE", patienceMs: QUERY_MS });
  return tableDropped.parse(await response.json()).snapshot;
}

export async function runSql(sql: string, signal?: AbortSignal): Promise<SqlResult> {
  const init = { method: "POST", ...jsonBody({ sql }), signal, patienceMs: QUERY_MS };
  return sqlResult.parse(await (await request(`${ROOT}/sql`, init)).json());
}

export async function listRuns(signal?: AbortSignal): Promise<SqlRun[]> {
  return sqlRuns.parse(await (await request(`${ROOT}/sql`, { signal })).json()).runs;
}

export async function clearRuns(): Promise<void> {
  await request(`${ROOT}/sql`, { method: "DELETE" });
}
