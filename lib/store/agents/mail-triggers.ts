import { and, asc, eq, isNotNull, notExists, sql as raw } from "drizzle-orm";
import { jobRuns, jobs, triggerMails } from "@/drizzle/schema";
import type { Specs } from "@/lib/shared/jobs/fields";
import { db, sql, toIso } from "@/lib/store/db";
import { addEvent, type EventLimits } from "./firings";
import { type Job, publishJobs } from "./jobs";

export type MailTrigger = Pick<Job, "id" | "agentId"> & {
  memberId: string;
  spec: Specs["mail"];
  /** ISO time at which the trigger was switched on with its present filter. Earlier mails do not start it. */
  since: string;
};

/** Lists the enabled mail triggers of an agent, or of all. */
export async function listMailTriggers(agentId: string | null = null): Promise<MailTrigger[]> {
  const { id, memberId, mailSince } = jobs;
  const rows = await db()
    .select({
      ...{ id, agentId: jobs.agentId, memberId },
      spec: raw<Specs["mail"]>`${jobs.spec}`,
      since: raw<string>`${mailSince}`,
    })
    .from(jobs)
    .where(and(jobs.enabled, isNotNull(mailSince), agentId === null ? undefined : eq(jobs.agentId, agentId)))
    .orderBy(asc(jobs.createdAt), asc(id));
  return rows.map((row) => ({ ...row, since: toIso(row.since) }));
}

const isTrigger = ({ agentId, id }: Pick<MailTrigger, "agentId" | "id">) =>
  and(eq(jobs.agentId, agentId), eq(jobs.id, id));

/**
 * Adds a mail to the events of a trigger, once for each `mailId`. A null event only records that the mail was seen.
 * Returns false without recording it if the trigger already has the maximum of waiting events.
 */
export async function noteMail(
  trigger: Pick<MailTrigger, "agentId" | "id">,
  mailId: string,
  event: object | null,
  limits: EventLimits,
): Promise<boolean> {
  const { agentId, id: jobId } = trigger;
  const result = await sql().begin(async (tx) => {
    // A second statement sees what a concurrent call has stored while this one waited for the lock.
    const locked = await db(tx).select({ id: jobs.id }).from(jobs).where(isTrigger(trigger)).for("update");
    if (locked.length === 0) return "known";
    const isThisMail = and(
      ...[eq(triggerMails.agentId, agentId), eq(triggerMails.jobId, jobId), eq(triggerMails.mailId, mailId)],
    );
    const [job] = await db(tx)
      .select({ waiting: raw<number>`json_array_length(${jobs.waiting})` })
      .from(jobs)
      .where(
        and(
          ...[isTrigger(trigger), jobs.enabled],
          notExists(db(tx).select({ mailId: triggerMails.mailId }).from(triggerMails).where(isThisMail)),
        ),
      );
    if (!job) return "known";
    if (event !== null && job.waiting >= limits.maxWaiting) return "full";
    await db(tx).insert(triggerMails).values({ agentId, jobId, mailId });
    if (event === null) return "known";
    await addEvent(tx, trigger, event, limits);
    return "added";
  });
  if (result === "added") publishJobs(agentId);
  return result !== "full";
}

/** Switches a trigger off and adds a job run with the reason. Returns false if it is already off. */
export async function stopTrigger(
  trigger: Pick<MailTrigger, "agentId" | "id">,
  reason: string,
): Promise<boolean> {
  const { agentId, id } = trigger;
  const isStopped = await sql().begin(async (tx) => {
    const rows = await db(tx)
      .update(jobs)
      .set({ enabled: false, nextRunAt: null, waiting: [], updatedAt: raw`now()` })
      .where(and(isTrigger(trigger), jobs.enabled))
      .returning({ id: jobs.id });
    if (rows.length === 0) return false;
    const now = raw`date_trunc('milliseconds', clock_timestamp())`;
    await db(tx)
      .insert(jobRuns)
      .values({ agentId, kind: "mail", jobId: id, dueAt: now, status: "failed", reason, endedAt: now })
      .onConflictDoNothing();
    return true;
  });
  if (isStopped) publishJobs(agentId);
  return isStopped;
}
