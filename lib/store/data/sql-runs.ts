import { z } from "zod";
import type { SqlRun } from "@/lib/shared/data/contract";
import { AppError } from "@/lib/shared/errors";
import { asJson, sql } from "@/lib/store/db";
import type { SqlRunRow } from "@/lib/store/rows";

const PAGE = 20;
/** As many of an agent are kept. */
const KEPT = 200;

export type NewRun = Omit<SqlRunRow, "id" | "agentId" | "createdAt">;

/** Keeps a statement that a person has run, and lets the oldest go. */
export async function addRun(agentId: string, run: NewRun): Promise<void> {
  const { params, count, error } = run;
  await sql().begin(async (tx) => {
    await tx`
      insert into sql_runs (agent_id, sql, params, count, error, ms, created_at)
      values (${agentId}, ${run.sql}, ${asJson(params)}::json, ${count}, ${error}, ${run.ms}, clock_timestamp())`;
    await tx`
      delete from sql_runs where agent_id = ${agentId} and (created_at, id) < (
        select created_at, id from sql_runs where agent_id = ${agentId}
        order by created_at desc, id desc offset ${KEPT - 1} limit 1)`;
  });
}

/** Newest first. */
export async function listRuns(
  agentId: string,
  { cursor, limit = PAGE }: { cursor?: string; limit?: number } = {},
): Promise<{ runs: SqlRun[]; nextCursor?: string }> {
  const [at = null, id = null] = cursor === undefined ? [] : readCursor(cursor);
  const rows = await sql()<(Omit<SqlRunRow, "agentId"> & { at: string })[]>`
    select id, sql, params, count, error, ms, created_at as "createdAt", created_at::text as at from sql_runs
    where agent_id = ${agentId} and (${at}::text is null or (created_at, id) < (${at}::timestamptz, ${id}::uuid))
    order by created_at desc, id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    runs: page.map(({ at: _, createdAt, ...run }) => ({
      ...run,
      createdAt: new Date(createdAt).toISOString(),
    })),
    ...(rows.length > limit &&
      last && { nextCursor: Buffer.from(`${last.at}/${last.id}`).toString("base64url") }),
  };
}

export async function clearRuns(agentId: string): Promise<void> {
  await sql()`delete from sql_runs where agent_id = ${agentId}`;
}

const place = z.tuple([
  z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/),
  z.uuid(),
]);

function readCursor(cursor: string): z.infer<typeof place> {
  const read = place.safeParse(Buffer.from(cursor, "base64url").toString().split("/"));
  if (read.success && !Number.isNaN(Date.parse(read.data[0].replace(" ", "T").slice(0, 19))))
    return read.data;
  throw new AppError("invalid", "The cursor is not one that a list gave. Leave it out to begin at the top.");
}
