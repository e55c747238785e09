import { type ConstructorOptions, type Db, fromBunSql, PgBoss } from "pg-boss";
import type { Sql, TransactionSql } from "postgres";
import { z } from "zod";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import type { QueueView } from "@/lib/shared/jobs/queues";
import { titleOfQueue } from "@/lib/shared/jobs/titles";
import { toStorableJson } from "@/lib/shared/text/storable";
import { connect } from "@/lib/store/connection";
import { databaseUrl, endClient } from "@/lib/store/db";
import { processId } from "@/lib/store/process-id";
import type { BackgroundJob } from "./define";

/**
 * A server without a heartbeat for this long counts as dead, and another one takes its jobs. pg-boss accepts
 * no lower value.
 */
const HEARTBEAT_SECONDS = 10;
const SUPERVISE_SECONDS = 5;
/** Polling finds jobs without notices. While pg-boss receives notices, it polls only every 30 s, in case one was lost. */
const POLL_SECONDS = 10;
const RETENTION_SECONDS = 86_400;
const RETRY_DELAY_MS = { first: 100, longest: 2_000 };
const STOP_MS = 5_000;
/** Minimum time between two warnings about an unreachable database. */
const QUIET_MS = 60_000;

type Queue = {
  client: Sql;
  boss: PgBoss;
  started: Promise<void>;
  timers: NodeJS.Timeout[];
  isOver: boolean;
};

const CONNECTIONS = 3;

const OPTIONS: ConstructorOptions = {
  useListenNotify: true,
  // `repeat` sends periodic jobs instead of pg-boss's schedule, because `repeat` supports any interval in
  // seconds.
  schedule: false,
  superviseIntervalSeconds: SUPERVISE_SECONDS,
  monitorIntervalSeconds: SUPERVISE_SECONDS,
};

/**
 * Starts this server's queue on the shared database. The server executes `jobs`; with an empty list it only
 * adds jobs.
 */
export const startQueue = (jobs: readonly BackgroundJob[]) =>
  singleton(
    "queue",
    () => {
      const client = connect(databaseUrl(), {
        max: CONNECTIONS,
        connection: { application_name: `easel-jobs ${processId()}` },
        types: { json, uuids },
      });
      const queue: Queue = {
        client,
        boss: newBoss(client),
        started: Promise.resolve(),
        timers: [],
        isOver: false,
      };
      queue.started = begin(queue, jobs);
      return queue;
    },
    close,
  );

const current = () => startQueue([]);

/** Type of JSON parameters. pg-boss passes some values as JSON text, which must not be serialised again. */
const json = {
  to: 114,
  from: [114, 3802],
  serialize: (value: unknown) => toStorableJson(typeof value === "string" ? value : JSON.stringify(value)),
  parse: (text: string) => JSON.parse(text),
};

/**
 * The driver does not parse arrays (see `connect`). pg-boss aborts a running job whose id is missing in the array that each
 * heartbeat returns.
 */
const uuids = {
  to: 2951,
  from: [2951],
  serialize: String,
  parse: (text: string) => text.slice(1, -1).split(",").filter(Boolean),
};

/**
 * Uses our postgres.js client through pg-boss's Bun adapter. With pg-boss's own driver, the process ends when
 * the database closes an abandoned connection (pg-boss 12.35: its listening client has no error handler by
 * then).
 */
function newBoss(client: Sql): PgBoss {
  const boss = new PgBoss({ ...OPTIONS, db: fromBunSql(client) });
  let warnedAt = 0;
  boss.on("error", (error) => {
    if (Date.now() - warnedAt < QUIET_MS) return;
    warnedAt = Date.now();
    log.warn("The job queue reported an error", error);
  });
  return boss;
}

/** Retries until the database is available, and resumes where the last attempt failed. */
async function begin(queue: Queue, jobs: readonly BackgroundJob[]): Promise<void> {
  const waiting = [...jobs];
  let isStarted = false;
  for (let delayMs = RETRY_DELAY_MS.first; ; delayMs = Math.min(delayMs * 2, RETRY_DELAY_MS.longest)) {
    try {
      if (!isStarted) await queue.boss.start();
      isStarted = true;
      for (const job of waiting.slice()) {
        await serve(queue.boss, job);
        waiting.shift();
      }
      if (queue.isOver) return;
      queue.timers = jobs.flatMap((job) => (job.everySeconds ? [repeat(queue, job, job.everySeconds)] : []));
      return;
    } catch (error) {
      if (queue.isOver) return;
      log.warn("The job queue cannot start yet", error);
      if (!isStarted) await queue.boss.stop({ graceful: false }).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (queue.isOver) return;
      if (!isStarted) queue.boss = newBoss(queue.client);
    }
  }
}

async function serve(boss: PgBoss, { name, work, retry, concurrency = 1 }: BackgroundJob): Promise<void> {
  const options = {
    retryLimit: retry.limit,
    retryDelay: retry.delaySeconds,
    retryBackoff: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: RETENTION_SECONDS,
    notify: true,
  };
  await boss.createQueue(name, options);
  await boss.updateQueue(name, options);
  const worker = await boss.work(
    name,
    { pollingIntervalSeconds: POLL_SECONDS, localConcurrency: concurrency },
    async ([job]) => {
      if (!job) return;
      // One notice can announce several jobs, so let the worker fetch the next one now.
      boss.notifyWorker(worker);
      await work(job.data ?? {}, job.signal);
    },
  );
}

/**
 * Sends a periodic job at its interval. Every server does so, and the queue accepts one such job per
 * interval.
 */
function repeat(queue: Queue, { name }: BackgroundJob, everySeconds: number): NodeJS.Timeout {
  const send = () =>
    queue.boss
      .send(name, {}, { singletonSeconds: everySeconds })
      .catch((error) => log.warn("A background job could not be queued", error, { queue: name }));
  void send();
  return setInterval(send, everySeconds * 1_000);
}

async function close(queue: Queue): Promise<void> {
  queue.isOver = true;
  for (const timer of queue.timers) clearInterval(timer);
  await queue.boss.stop({ graceful: true, timeout: STOP_MS }).catch(() => {});
  await endClient(queue.client);
}

/** Adds jobs to the queue. With `tx` the jobs are added when that transaction commits. */
export async function enqueue(
  { name }: Pick<BackgroundJob, "name">,
  inputs: readonly object[],
  { tx, afterSeconds }: { tx?: TransactionSql; afterSeconds?: number } = {},
): Promise<void> {
  const queue = current();
  await queue.started;
  const rows = inputs.map((data) => ({ data, ...(afterSeconds && { startAfter: afterSeconds }) }));
  await queue.boss.insert(name, rows, tx ? { db: databaseOf(tx) } : {});
}

/** Returns the inputs of jobs that wait or run. */
export async function queuedInputs({ name }: Pick<BackgroundJob, "name">): Promise<unknown[]> {
  const { boss, started } = current();
  await started;
  const { rows } = await boss
    .getDb()
    .executeSql("select data from pgboss.job where name = $1 and state in ('created', 'retry', 'active')", [
      name,
    ]);
  return rows.map(({ data }) => data);
}

const databaseOf = (tx: TransactionSql): Db => ({
  async executeSql(text, values = []) {
    return { rows: [...(await tx.unsafe(text, values as never[]))] };
  },
});

export async function readQueues(jobs: readonly BackgroundJob[]): Promise<QueueView[]> {
  const { boss, started } = current();
  await started;
  const { rows } = await boss.getDb().executeSql(
    `select name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed,
      max(completed_on) filter (where state = 'completed') as done,
      (array_agg(output->>'message' order by completed_on desc) filter (where state = 'failed'))[1] as error,
      max(completed_on) filter (where state = 'failed') as error_at
    from pgboss.job group by name`,
  );
  const found = new Map(rows.map((row) => [row.name, stored.parse(row)]));
  return jobs.map(({ name, everySeconds = null }) => {
    const { waiting = 0, active = 0, failed = 0, done, error, error_at } = found.get(name) ?? {};
    return {
      ...{ name, title: titleOfQueue(name), everySeconds, waiting, active, failed },
      lastDoneAt: done?.toISOString() ?? null,
      lastError: error_at ? { message: error ?? "No error message.", at: error_at.toISOString() } : null,
    };
  });
}

const stored = z.object({
  waiting: z.number(),
  active: z.number(),
  failed: z.number(),
  done: z.date().nullish(),
  error: z.string().nullish(),
  error_at: z.date().nullish(),
});

/** Retries up to 1,000 failed jobs, and returns their number. */
export async function retryFailed({ name }: Pick<BackgroundJob, "name">): Promise<number> {
  const { boss, started } = current();
  await started;
  const { rows } = await boss
    .getDb()
    .executeSql("select id from pgboss.job where name = $1 and state = 'failed' limit 1000", [name]);
  if (rows.length > 0)
    await boss.retry(
      name,
      rows.map(({ id }) => id),
    );
  return rows.length;
}

/** Returns `down` if the queue does not respond within `timeoutMs`. */
export async function queueHealth(timeoutMs: number): Promise<"ok" | "down"> {
  const queue = current();
  const late = new Promise<"down">((resolve) => setTimeout(resolve, timeoutMs, "down").unref());
  const asked = queue.started
    .then(() => queue.boss.schemaVersion())
    .then(
      () => "ok" as const,
      () => "down" as const,
    );
  return Promise.race([asked, late]);
}
