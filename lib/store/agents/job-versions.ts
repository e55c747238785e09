import { sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { jobs } from "@/drizzle/schema";
import { actingMember } from "@/lib/ground/base/acting";
import type { WholeRevision } from "@/lib/shared/history";
import type { JobContent } from "@/lib/shared/jobs/fields";
import { db } from "@/lib/store/db";
import { deleteJob } from "@/lib/store/hot/jobs";
import type { Add, NewRevision } from "@/lib/store/revisions";
import { openConversation } from "./job-conversations";

export type Planned = { nextRunAt: string | null; tokenHash: string | null };
export type Plan = (content: JobContent, job: { agentId: string; id: string }) => Planned;

/**
 * Stores a version of a job and makes it live; null content deletes the job and moves its conversation to the
 * bin. An imported job is disabled until the user enables it, because the user has not asked for it to run
 * here.
 */
export async function putJob(
  tx: TransactionSql,
  add: Add,
  agentId: string,
  id: string,
  revision: NewRevision & { content: JobContent | null },
  plan: Plan,
): Promise<WholeRevision> {
  const added = await add(revision);
  const { content, author } = revision;
  if (content === null) {
    await deleteJob(tx, agentId, id);
    return added;
  }
  const { kind, name, instruction, spec } = content;
  const { nextRunAt, tokenHash } = plan(content, { agentId, id });
  const stateKey = content.kind === "state" ? content.spec.key : null;
  const conversationId = await openConversation(tx, agentId, id, content);
  const isSameSpec = raw`${jobs.spec}::text = excluded.spec::text`;
  await db(tx)
    .insert(jobs)
    .values({
      ...{ id, agentId, kind, name, instruction, enabled: author !== "import", spec },
      ...{ conversationId, nextRunAt, tokenHash, stateKey },
      mailSince: kind === "mail" ? raw`clock_timestamp()` : null,
      memberId: actingMember() ?? raw`(select a.member_id from agents a where a.id = ${agentId})`,
    })
    .onConflictDoUpdate({
      target: [jobs.agentId, jobs.id],
      set: {
        ...{ name, conversationId, stateKey },
        ...(actingMember() && { memberId: raw`excluded.member_id` }),
        instruction: raw`excluded.instruction`,
        spec: raw`excluded.spec`,
        tokenHash: raw`coalesce(${jobs.tokenHash}, excluded.token_hash)`,
        nextRunAt: raw`case when not ${jobs.enabled} then null when ${isSameSpec} then ${jobs.nextRunAt} else excluded.next_run_at end`,
        mailSince: raw`case when ${isSameSpec} then ${jobs.mailSince} else excluded.mail_since end`,
        wasTrue: raw`${jobs.wasTrue} and ${isSameSpec}`,
        updatedAt: raw`now()`,
      },
    });
  return added;
}
