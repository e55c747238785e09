import { and, asc, eq, exists, gte, lt, or, sql as raw } from "drizzle-orm";
import postgres from "postgres";
import { runEvents, runs } from "@/drizzle/schema";
import { log } from "@/lib/ground/base/log";
import { owned } from "@/lib/ground/base/process";
import { toStorableJson } from "@/lib/shared/text/storable";
import { payload, takeQueued } from "./bus";
import { db, relaxedSql } from "./db";
import type { RunEventRow } from "./rows";
import { patiently } from "./unreachable";

const FLUSH_MS = 50;
/** Kept after the end of a run, for followers that have not read the last rows yet. */
const KEEP_S = 60;

type Batch = { runId: string; attempt: number; seq: number; chunks: string[] };

/**
 * Writes the chunks of all runs of this server: one row a run and one NOTIFY for all, every 50 ms, without waiting for
 * the disk. `chunks` are JSON texts; `seq` is the number of the first one.
 */
export function record(runId: string, attempt: number, seq: number, chunk: string): void {
  const writer = events();
  const key = `${runId} ${attempt}`;
  const batch = writer.batches.get(key);
  if (batch) batch.chunks.push(chunk);
  else writer.batches.set(key, { runId, attempt, seq, chunks: [chunk] });
  writer.timer ??= setTimeout(() => void flush(), FLUSH_MS);
}

/** Writes what is still in memory, now: at the end of a message, so that followers elsewhere get its last words. */
export async function flush(writer: Writer = events()): Promise<void> {
  clearTimeout(writer.timer);
  writer.timer = undefined;
  const batches = [...writer.batches.values()];
  writer.batches.clear();
  // One at a time, in order: a later row never stands without the earlier one.
  writer.writing = writer.writing.then(() => write(batches));
  await writer.writing;
}

type Writer = { batches: Map<string, Batch>; timer: NodeJS.Timeout | undefined; writing: Promise<void> };

export const events = (): Writer =>
  owned(
    "run events",
    (): Writer => {
      // Made first, so that it is closed after the last words are written.
      relaxedSql();
      return { batches: new Map(), timer: undefined, writing: Promise.resolve() };
    },
    // Of the one that is closed: by its name there would be a new one.
    (writer) => flush(writer),
  );

async function write(batches: Batch[]): Promise<void> {
  if (batches.length === 0) return;
  try {
    await patiently(() => insert(batches).catch((error) => againIfGone(error, batches)));
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
  const texts = [...notices(ids), ...takeQueued()];
  await relaxedSql()`
    with written as (
      insert into run_events (run_id, attempt, seq, count, chunks)
      select "runId", attempt, seq, count, text::json
      from json_to_recordset(${JSON.stringify(rows)}::json) as e("runId" uuid, attempt int, seq int, count int, text text)
      where exists (select from runs where id = "runId")
      on conflict do nothing
    )
    select pg_notify('easel', text) from json_array_elements_text(${JSON.stringify(texts)}::json) as n(text)`;
}

/** A run that was deleted while its chunks were on the way must not take the other runs' chunks with it. */
async function againIfGone(error: unknown, batches: Batch[]): Promise<void> {
  if (!(error instanceof postgres.PostgresError && error.code === "23503")) throw error;
  await insert(batches);
}

/** Under 8,000 bytes each: 150 ids of 39 bytes. */
function notices(runs: string[]): string[] {
  const texts: string[] = [];
  for (let i = 0; i < runs.length; i += 150)
    texts.push(payload([{ type: "events", runs: runs.slice(i, i + 150) }]));
  return texts;
}

export type EventRow = Pick<RunEventRow, "attempt" | "seq" | "count"> & { chunks: unknown[] };

/** Rows of one attempt from chunk `from` on, in order. */
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

/** Removes the chunks of runs that wait or have ended, and of earlier attempts: the saved message has what they said. */
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
