import { and, desc, eq, getTableColumns, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { sqlRuns } from "@/drizzle/schema";
import type { SqlRun } from "@/lib/shared/data/contract";
import { AppError } from "@/lib/shared/errors";
import { db, sql } from "@/lib/store/db";
import type { SqlRunRow } from "@/lib/store/rows";

const PAGE = 20;
const MAX_RUNS = 200;

export type NewRun = Omit<SqlRunRow, "id" | "agentId" | "createdAt">;

export async function addRun(
  agentId: string,
  { sql: text, params, count, error, ms }: NewRun,
): Promise<void> {
  const retained = alias(sqlRuns, "kept_runs");
  const lastRetained = db()
    .select({ createdAt: retained.createdAt, id: retained.id })
    .from(retained)
    .where(eq(retained.agentId, agentId))
    .orderBy(desc(retained.createdAt), desc(retained.id))
    .offset(MAX_RUNS - 1)
    .limit(1);
  await sql().begin(async (tx) => {
    await db(tx)
      .insert(sqlRuns)
      .values({ ...{ agentId, sql: text, params, count, error, ms }, createdAt: raw`clock_timestamp()` });
    await db(tx)
      .delete(sqlRuns)
      .where(and(eq(sqlRuns.agentId, agentId), raw`(${sqlRuns.createdAt}, ${sqlRuns.id}) < ${lastRetained}`));
  });
}

export async function listRuns(
  agentId: string,
  { cursor, limit = PAGE }: { cursor?: string; limit?: number } = {},
): Promise<{ runs: SqlRun[]; nextCursor?: string }> {
  const [at, id] = cursor === undefined ? [] : readCursor(cursor);
  const { agentId: _, ...columns } = getTableColumns(sqlRuns);
  const rows = await db()
    .select(columns)
    .from(sqlRuns)
    .where(
      and(
        eq(sqlRuns.agentId, agentId),
        at === undefined
          ? undefined
          : raw`(${sqlRuns.createdAt}, ${sqlRuns.id}) < (${at}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(desc(sqlRuns.createdAt), desc(sqlRuns.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    runs: page.map((run) => ({ ...run, createdAt: new Date(run.createdAt).toISOString() })),
    ...(rows.length > limit &&
      last && { nextCursor: Buffer.from(`${last.createdAt}/${last.id}`).toString("base64url") }),
  };
}

export async function clearRuns(agentId: string): Promise<void> {
  await db().delete(sqlRuns).where(eq(sqlRuns.agentId, agentId));
}

const place = z.tuple([
  z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/),
  z.uuid(),
]);

function readCursor(cursor: string): z.infer<typeof place> {
  const read = place.safeParse(Buffer.from(cursor, "base64url").toString().split("/"));
  if (read.success && !Number.isNaN(Date.parse(read.data[0].replace(" ", "T").slice(0, 19))))
    return read.data;
  throw new AppError("invalid", "The cursor was not returned by a list. Omit it to start at the beginning.");
}
