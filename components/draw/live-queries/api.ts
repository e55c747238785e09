import * as z from "zod/mini";
import { jsonBody, request } from "@/components/client/request";
import type { Query } from "@/lib/shared/blocks/live";
import { isSql } from "@/lib/shared/blocks/sql-query";
import type { Cell } from "@/lib/shared/data/cell";
import { queryResult } from "@/lib/shared/data/contract";

/** Cells are not validated, because there may be 10,000 rows and they come from our own server. */
const rows = z.array(z.custom<Cell[]>(Array.isArray));
const result = z.extend(queryResult, { rows, keys: z.optional(rows) });

export type Result = z.infer<typeof result>;

/**
 * Reads the rows of a query. Throws an ApiError with the engine's message, or another error if Easel is
 * unreachable.
 */
export async function readQuery(query: Query): Promise<Result> {
  const [path, body] = isSql(query)
    ? ["/api/database/query", { sql: query.sql, params: query.params ?? [] }]
    : ["/api/documents/table", query];
  return result.parse(await (await request(path, { method: "POST", ...jsonBody(body) })).json());
}
