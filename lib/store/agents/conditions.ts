import { and, eq, max, ne, notExists, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { jobRuns, jobs, revisions, runs } from "@/drizzle/schema";
import { asJson, db } from "@/lib/store/db";
import { countHookCall } from "@/lib/store/hot/jobs";

export type Condition = { agentId: string; id: string; sql: string; wasTrue: boolean };

/** Records whether a table trigger's condition is true. Returns true only if it has just become true. */
export async function saveConditionState(agentId: string, id: string, isTrue: boolean): Promise<boolean> {
  const rows = await db()
    .update(jobs)
    .set({ wasTrue: isTrue })
    .where(and(eq(jobs.agentId, agentId), eq(jobs.id, id), ne(jobs.wasTrue, isTrue)))
    .returning({ id: jobs.id });
  return isTrue && rows.length > 0;
}

export const listConditions = async (agentId: string | null = null): Promise<Condition[]> =>
  db()
    .select({
      ...{ agentId: jobs.agentId, id: jobs.id, wasTrue: jobs.wasTrue },
      sql: raw<string>`${jobs.spec}->>'sql'`,
    })
    .from(jobs)
    .where(
      and(jobs.enabled, eq(jobs.kind, "table"), agentId === null ? undefined : eq(jobs.agentId, agentId)),
    );

/**
 * Lists enabled triggers that watch one of these state keys. Skips a trigger whose own conversation wrote the
 * key's newest version, so that a job does not trigger itself.
 */
export async function listWatching(
  agentId: string,
  keys: readonly string[],
): Promise<{ id: string; key: string }[]> {
  const last = alias(revisions, "watched_last");
  const newest = alias(revisions, "watched_newest");
  const version = db()
    .select({ version: max(newest.version) })
    .from(newest)
    .where(and(eq(newest.agentId, last.agentId), eq(newest.kind, last.kind), eq(newest.name, last.name)));
  const ownWrite = db()
    .select({ id: last.id })
    .from(last)
    .where(
      and(
        ...[eq(last.agentId, jobs.agentId), eq(last.kind, "state"), eq(last.name, jobs.stateKey)],
        raw`${last.cause}->>'conversationId' = ${jobs.conversationId}::text`,
        raw`${last.version} = (${version})`,
      ),
    );
  const isWatched = raw`${jobs.stateKey} in (select json_array_elements_text(${asJson(keys)}::json))`;
  return db()
    .select({ id: jobs.id, key: raw<string>`${jobs.stateKey}` })
    .from(jobs)
    .where(and(eq(jobs.agentId, agentId), jobs.enabled, isWatched, notExists(ownWrite)));
}

export async function isAtWork(agentId: string, id: string): Promise<boolean> {
  // A literal instead of parameters, so that the planner uses the partial index of open job runs.
  const isOpen = raw`${jobRuns.status} in ('running', 'waiting')`;
  const [row] = await db()
    .select({ id: jobRuns.id })
    .from(jobRuns)
    .innerJoin(runs, eq(runs.id, jobRuns.runId))
    .where(and(eq(jobRuns.agentId, agentId), eq(jobRuns.jobId, id), isOpen, eq(runs.status, "running")))
    .limit(1);
  return row !== undefined;
}

/**
 * Counts a webhook call across all servers. `isAllowed` is false after `maxCalls` calls within a minute of the
 * first. Returns null if no enabled webhook has this token hash.
 */
export async function countCall(
  tokenHash: string,
  maxCalls: number,
): Promise<{ agentId: string; id: string; isAllowed: boolean } | null> {
  const [row] = await countHookCall(tokenHash, maxCalls);
  return row ?? null;
}
