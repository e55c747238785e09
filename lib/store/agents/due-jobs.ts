import { and, asc, eq, exists, isNotNull, isNull, lte, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { agents, jobs } from "@/drizzle/schema";
import { asJson, db, sql } from "@/lib/store/db";
import { type Claimed, insertSlots, planJobs, readClock, type Slot } from "@/lib/store/hot/jobs";
import { type Job, publishJobs } from "./jobs";
import { settingNow } from "./settings";

/** Maximum jobs that one call claims. The call locks them, so a larger number would delay other servers. */
const AT_ONCE = 50;

export type DueJob = Pick<Job, "id" | "agentId" | "kind" | "name" | "spec"> & {
  nextRunAt: string;
  lastDueAt: string | null;
  /** The agent's effective general settings, on which the plan of the pulse depends. */
  settings: unknown;
};

/** Decision about a job's due times: at most one fires; the others are missed, with a reason. */
export type Slots = {
  fires: string | null;
  missed: string[];
  reason: string;
  nextRunAt: string | null;
  isOver?: boolean;
};

export type { Claimed };

/**
 * Claims due jobs and plans their next times in one transaction, so that only one server handles each due
 * time and a crash loses none. `enqueue` queues the job runs in the same transaction. Returns the number of
 * claimed jobs.
 */
export async function claimDue(
  plan: (job: DueJob, now: Date) => Slots,
  enqueue: (tx: TransactionSql, jobRuns: Claimed[]) => Promise<unknown>,
  at: Date | null = null,
): Promise<number> {
  const changed = await sql().begin(async (tx) => {
    const now = await readClock(tx, at);
    const due = await lockDue(tx, now);
    if (due.length === 0) return [];
    const rows = due.map((job) => ({ job, slots: plan(job, now) }));
    const jobRuns = await insertRuns(tx, rows);
    await planJobs(
      tx,
      rows.map(({ job, slots }) => ({
        ...{ agent: job.agentId, id: job.id, next: slots.nextRunAt },
        ...{ fired: slots.fires, over: slots.isOver ?? false },
      })),
    );
    if (jobRuns.length > 0) await enqueue(tx, jobRuns);
    return due.map(({ agentId }) => agentId);
  });
  for (const agent of new Set(changed)) publishJobs(agent);
  return changed.length;
}

async function lockDue(tx: TransactionSql, now: Date) {
  const { id, agentId, kind, name, spec, lastDueAt, waiting } = jobs;
  return db(tx)
    .select({
      ...{ id, agentId, kind, name, lastDueAt, waiting },
      spec: raw<Job["spec"]>`${spec}`,
      // Not null: the query selects only jobs whose `nextRunAt` is not later than now.
      nextRunAt: raw<string>`${jobs.nextRunAt}`,
      settings: settingNow(agentId, "general"),
    })
    .from(jobs)
    .where(and(jobs.enabled, lte(jobs.nextRunAt, now.toISOString()), isAgentAtWork()))
    .orderBy(asc(jobs.nextRunAt))
    .limit(AT_ONCE)
    .for("update", { of: jobs, skipLocked: true });
}

const isAgentAtWork = () =>
  exists(
    db()
      .select({ id: agents.id })
      .from(agents)
      .where(and(eq(agents.id, jobs.agentId), isNull(agents.archivedAt), isNull(agents.deletedAt))),
  );

function insertRuns(
  tx: TransactionSql,
  rows: { job: Awaited<ReturnType<typeof lockDue>>[number]; slots: Slots }[],
): Promise<Claimed[]> {
  const all = rows.flatMap(({ job, slots: { fires, missed, reason } }): Slot[] => {
    const one = { agent: job.agentId, job: job.id, kind: job.kind };
    return [
      ...missed.map((due) => ({ ...one, due, status: "missed" as const, reason, events: null })),
      ...(fires === null
        ? []
        : [{ ...one, due: fires, status: "queued" as const, reason: null, events: eventsOf(job) }]),
    ];
  });
  return insertSlots(tx, all);
}

const eventsOf = ({ waiting }: { waiting: unknown[] }) => (waiting.length > 0 ? asJson(waiting) : null);

/** Returns the milliseconds until the next job is due by the database's clock, or null. */
export async function msUntilDue(): Promise<number | null> {
  const [row] = await db()
    .select({
      ms: raw<number | null>`(extract(epoch from min(${jobs.nextRunAt}) - clock_timestamp()) * 1000)::float8`,
    })
    .from(jobs)
    .where(and(jobs.enabled, isNotNull(jobs.nextRunAt), isAgentAtWork()));
  return row?.ms ?? null;
}
