import { and, desc, eq, isNull, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ISql, TransactionSql } from "postgres";
import { conversations, jobs } from "@/drizzle/schema";
import type { JobContent } from "@/lib/shared/jobs/fields";
import type { JobKind } from "@/lib/shared/jobs/kinds";
import { db, sql } from "@/lib/store/db";
import { identityOrigins, identityThrough } from "@/lib/store/origins";
import { identity } from "./identity";
import type { Job } from "./jobs";

/**
 * Returns the job's conversation, named after the job. Restores it from the bin, and renames it unless the
 * user has given it another title; creates one if there is none.
 */
export async function openConversation(
  tx: TransactionSql,
  agentId: string,
  jobId: string,
  { kind, name }: Pick<JobContent, "kind" | "name">,
): Promise<string> {
  const own = alias(conversations, "own_conversations");
  const last = db(tx)
    .select({ id: own.id, name: jobs.name })
    .from(own)
    .leftJoin(jobs, and(eq(jobs.agentId, own.agentId), eq(jobs.id, own.jobId)))
    .where(and(eq(own.agentId, agentId), eq(own.jobId, jobId)))
    .orderBy(desc(own.createdAt))
    .limit(1)
    .as("last_conversation");
  const { id, title } = conversations;
  const [existing] = await db(tx)
    .update(conversations)
    .set({ deletedAt: null, title: raw`case when ${title} = ${last.name} then ${name} else ${title} end` })
    .from(last)
    .where(eq(id, last.id))
    .returning({ id });
  return existing?.id ?? makeConversation(tx, agentId, jobId, kind, name);
}

async function makeConversation(
  on: ISql,
  agentId: string,
  jobId: string,
  kind: JobKind,
  name: string,
): Promise<string> {
  const [made] = await on<{ id: string }[]>`
    insert into conversations (id, agent_id, member_id, title, titled_by, origin, job_id, identity, read_web, read_through)
    select gen_random_uuid(), a.id, coalesce((select j.member_id from jobs j where j.agent_id = a.id and j.id = ${jobId}), a.member_id), ${name}, 'person', ${kind === "pulse" ? "pulse" : "job"}, ${jobId}, ${identity()},
      ${identityOrigins()}, ${identityThrough()}
    from agents a where a.id = ${agentId} returning id`;
  if (!made) throw new Error("The agent is gone");
  return made.id;
}

/** Returns the conversation for a job run, creating a new one if the user has deleted the last. */
export async function conversationFor(job: Pick<Job, "id" | "agentId" | "kind" | "name">): Promise<string> {
  const { agentId, id } = job;
  return sql().begin(async (tx) => {
    const isJob = and(eq(jobs.agentId, agentId), eq(jobs.id, id));
    const [there] = await db(tx)
      .select({ id: conversations.id })
      .from(jobs)
      .innerJoin(
        conversations,
        and(eq(conversations.id, jobs.conversationId), isNull(conversations.deletedAt)),
      )
      .where(isJob)
      .for("update", { of: jobs });
    if (there) return there.id;
    const made = await makeConversation(tx, agentId, id, job.kind, job.name);
    await db(tx).update(jobs).set({ conversationId: made }).where(isJob);
    return made;
  });
}
