import { and, asc, eq, exists, gte, lt, or, sql as raw } from "drizzle-orm";
import postgres from "postgres";
import { runEvents, runs } from "@/drizzle/schema";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { toStorableJson } from "@/lib/shared/text/storable";
import { payload, takeQueued } from "./bus";
import { db, relaxedSql } from "./db";
import type { RunEventRow } from "./rows";
import { withRetry } from "./unreachable";

const FLUSH_MS = 50;
/** Seconds for which rows are kept after the end of a run, for followers that have not read them yet. */
const KEEP_S = 60;

type Batch = { runId: string; attempt: number; seq: number; chunks: string[] };

/**
 * Queues a chunk. Every 50 ms, the chunks of all runs of this server are written with one row per run and one
 * NOTIFY, without waiting for the disk. `chunk` is JSON text; `seq` is its number.
 */
export function record(runId: string, attempt: number, seq: number, chunk: string): void {
  const writer = events();
  const key = `${runId} ${attempt}`;
  const batch = writer.batches.get(key);
  if (batch) batch.chunks.push(chunk);
  else writer.batches.set(key, { runId, attempt, seq, chunks: [chunk] });
  writer.timer ??= setTimeout(() => void flush(), FLUSH_MS);
}

/**
 * Writes queued chunks at once. Called at the end of a message, so that followers on other servers get the
 * last chunks.
 */
export async function flush(writer: Writer = events()): Promise<void> {
  clearTimeout(writer.timer);
  writer.timer = undefined;
  const batches = [...writer.batches.values()];
  writer.batches.clear();
  // Write batches one after the other, so that the rows of a run are stored in order.
  writer.writing = writer.writing.then(() => write(batches));
  await writer.writing;
}

type Writer = { batches: Map<string, Batch>; timer: NodeJS.Timeout | undefined; writing: Promise<void> };

export const events = (): Writer =>
  singleton(
    "run events",
    (): Writer => {
      // Create this client first, so that it closes after the last chunks are written.
      relaxedSql();
      return { batches: new Map(), timer: undefined, writing: Promise.resolve() };
    },
    // Flush the writer that is closing: calling `events()` here would create a new one.
    (writer) => flush(writer),
  );

async function write(batches: Batch[]): Promise<void> {
  if (batches.length === 0) return;
  try {
    await withRetry(() => insert(batches).catch((error) => againIfGone(error, batches)));
  } catch (error) {
    log.warn(
      "Chunks of running messages were not stored; tabs on other servers will see them when the step is saved",
      error,
    );
  }
}

async function insert(batches: Batch[]): Promise<void> {
  const ids = [...new Set(batches.map(({ runId }) => runId))];
  const rows = batches.map(({ chunks, ...rest }) => ({
    ...rest,
    count: chunks.length,
    text: toStorableJson(`[${chunks.join(",")}]`),
  }));
  const payloads = [...notices(ids), ...takeQueued()];
  await relaxedSql()`
    with written as (
      insert into run_events (run_id, attempt, seq, count, chunks)
      select "runId", attempt, seq, count, text::json
      from json_to_recordset(${JSON.stringify(rows)}::json) as e("runId" uuid, attempt int, seq int, count int, text text)
      where exists (select from runs where id = "runId")
      on conflict do nothing
    )
    select pg_notify('easel', text) from json_array_elements_text(${JSON.stringify(payloads)}::json) as n(text)`;
}

/**
 * Inserts again if a run was deleted in the meantime, so that its chunks do not make the insert fail for
 * other runs. The second insert skips it.
 */
async function againIfGone(error: unknown, batches: Batch[]): Promise<void> {
  if (!(error instanceof postgres.PostgresError && error.code === "23503")) throw error;
  await insert(batches);
}

/** At most 150 run ids per notice: each has 39 bytes, and a payload can have less than 8,000 bytes. */
function notices(runs: string[]): string[] {
  const payloads: string[] = [];
  for (let i = 0; i < runs.length; i += 150)
    payloads.push(payload([{ type: "events", runs: runs.slice(i, i + 150) }]));
  return payloads;
}

export type EventRow = Pick<RunEventRow, "attempt" | "seq" | "count"> & { chunks: unknown[] };

/** Returns the rows of one attempt from chunk `from` on, in order. */
export const readEvents = async (runId: string, attempt: number, from: number): Promise<EventRow[]> =>
  db()
    .select({
      attempt: runEvents.attempt,
      seq: runEvents.seq,
      count: runEvents.count,
      chunks: raw<unknown[]>`${runEvents.chunks}`,
    })
    .from(runEvents)
    .where(and(eq(runEvents.runId, runId), eq(runEvents.attempt, attempt), gte(runEvents.seq, from)))
    .orderBy(asc(runEvents.seq));

/**
 * Deletes chunks of waiting and ended runs after 60 s, and of attempts before the previous one. Their content
 * is in the saved message.
 */
export async function prune(): Promise<void> {
  const { status, endedAt, leaseUntil } = runs;
  const isOver = raw`${status} <> 'running'
    and coalesce(${endedAt}, ${leaseUntil}, '-infinity') < now() - ${KEEP_S} * interval '1 s'`;
  await db(relaxedSql())
    .delete(runEvents)
    .where(
      exists(
        db()
          .select({ id: runs.id })
          .from(runs)
          .where(
            and(eq(runs.id, runEvents.runId), or(lt(runEvents.attempt, raw`${runs.attempt} - 1`), isOver)),
          ),
      ),
    );
}
