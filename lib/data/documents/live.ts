import { z } from "zod";
import type { DocumentsQuery } from "@/lib/shared/blocks/live";
import type { Cell } from "@/lib/shared/data/cell";
import type { QueryResult } from "@/lib/shared/data/contract";
import { LIMITS } from "@/lib/shared/data/documents";
import { joined, type Marked } from "@/lib/shared/origins";
import { joinsOf } from "./access";
import { runQuery } from "./query";

const TABLE_LIMITS = { maxRows: LIMITS.rows, maxChars: 2_000_000 };
const MADE_ID = /^[\da-f]{24}$/;

const found = z.object({
  rows: z.array(z.record(z.string(), z.unknown())),
  truncated: z.boolean().optional(),
});

export async function tableOf(
  agentId: string,
  { collection, filter, pipeline, ...options }: DocumentsQuery,
  { signal, onRead }: { signal?: AbortSignal; onRead?(mark: Marked): void } = {},
): Promise<QueryResult> {
  const origins: string[] = [];
  const collect = (mark: Marked) => {
    origins.push(...mark.origins);
    onRead?.(mark);
  };
  const asked = pipeline
    ? ({ operation: "aggregate", collection, pipeline } as const)
    : ({ operation: "find", collection, filter, options } as const);
  const by = { author: "person", cause: null } as const;
  const result = await runQuery(asked, { agentId, by, signal, onRead: collect, limits: TABLE_LIMITS });
  const { rows, truncated = false } = found.parse(result);
  const ids = rows.map(({ _id }) => _id);
  const isMade = !pipeline && ids.every((id) => typeof id === "string" && MADE_ID.test(id));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => !isMade || name !== "_id",
  );
  return {
    ...{ columns, truncated, row_count: rows.length, reads: [collection, ...joinsOf(pipeline)] },
    rows: rows.map((row) => columns.map((name) => cellOf(Object.hasOwn(row, name) ? row[name] : null))),
    ...(!pipeline && { keys: ids.map((id) => [JSON.stringify(id) ?? ""]) }),
    ...(origins.length > 0 && { webOrigins: joined(origins) }),
  };
}

/** Returns a value as a cell: a date as ISO 8601, and an object or array as JSON. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "object" && "$date" in value && typeof value.$date === "string") return value.$date;
  if (typeof value === "object" && "$numberLong" in value) return { $integer: String(value.$numberLong) };
  return JSON.stringify(value) ?? null;
}
