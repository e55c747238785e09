import * as z from "zod/mini";
import { jsonBody, request } from "@/components/client/request";
import type { Query } from "@/lib/shared/blocks/live";
import type { Cell } from "@/lib/shared/data/cell";
import { queryResult, rowChanged, rowsAdded, rowsRemoved } from "@/lib/shared/data/contract";

/** Up to 10,000 rows of our own server: each cell is not looked at. */
const rows = z.array(z.custom<Cell[]>(Array.isArray));
const result = z.extend(queryResult, { rows, keys: z.optional(rows) });

export type Result = z.infer<typeof result>;

/** Throws an ApiError with SQLite's words, or something else where Easel was not reached. */
export async function readQuery({ sql, params = [] }: Query): Promise<Result> {
  const response = await request("/api/database/query", { method: "POST", ...jsonBody({ sql, params }) });
  return result.parse(await response.json());
}

export type Named = Record<string, Cell>;
export type RowChange = { table: string; key: Named; set: Named; was?: Named };

/** Writes cells of one row, if they are still as they `was`; gives its key from now on. */
export async function writeRow({ table, ...change }: RowChange): Promise<Named> {
  const response = await request(rowsPath(table), { method: "PATCH", ...jsonBody(change) });
  return rowChanged.parse(await response.json()).key;
}

const rowsPath = (table: string) => `/api/database/tables/${encodeURIComponent(table)}/rows`;

/** Adds a row; what is not given has its default. Gives its key: `names` says what of. */
export async function addRow(table: string, row: Named, names: readonly string[]): Promise<Named> {
  const response = await request(rowsPath(table), { method: "POST", ...jsonBody({ rows: [row] }) });
  const [key = []] = rowsAdded.parse(await response.json()).keys;
  return Object.fromEntries(names.map((name, at) => [name, key[at] ?? null]));
}

/** Takes a row away, and gives what `addRow` makes it again of. */
export async function removeRow(table: string, key: Named): Promise<Named> {
  const response = await request(rowsPath(table), { method: "DELETE", ...jsonBody({ keys: [key] }) });
  return rowsRemoved.parse(await response.json()).rows[0] ?? {};
}
