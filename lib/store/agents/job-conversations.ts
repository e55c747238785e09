import type { ISql, TransactionSql } from "postgres";
import type { JobContent } from "@/lib/shared/jobs/fields";
import type { JobKind } from "@/lib/shared/jobs/kinds";
import { sql } from "@/lib/store/db";
import { identityOrigins, identityThrough } from "@/lib/store/origins";
import { identity } from "./identity";
import type { Job } from "./jobs";

/**
 * The conversation of a job, by its name: brought back from the bin, renamed with it unless the person has given it
 * another name, or made.
 */
export async function openConversation(
  tx: TransactionSql,
  agentId: string,
  jobId: string,
  { kind, name }: Pick<JobContent, "kind" | "name">,
): Promise<string> {
  const [known] = await tx<{ id: string }[]>`
    update conversations c set deleted_at = null, title = case when c.title = last.name then ${name} else c.title end
    from (
      select c.id, j.name from conversations c left join jobs j on j.agent_id = c.agent_id and j.id = c.job_id
      where c.agent_id = ${agentId} and c.job_id = ${jobId} order by c.created_at desc limit 1
    ) last where c.id = last.id returning c.id`;
  return known?.id ?? makeConversation(tx, agentId, jobId, kind, name);
}

async function makeConversation(
  on: ISql,
  agentId: string,
  jobId: string,
  kind: JobKind,
  name: string,
): Promise<string> {
  const [made] = await on<{ id: string }[]>`
    insert into conversations (id, agent_id, title, titled_by, origin, job_id, identity, read_web, read_through)
    select gen_random_uuid(), a.id, ${name}, 'person', ${kind === "pulse" ? "pulse" : "job"}, ${jobId}, ${identity()},
      ${identityOrigins()}, ${identityThrough()}
    from agents a where a.id = ${agentId} returning id`;
  if (!made) throw new Error("The agent is gone");
  return made.id;
}

/** The conversation for a firing; a new one where the person has deleted the one before. */
export async function conversationFor(job: Pick<Job, "id" | "agentId" | "kind" | "name">): Promise<string> {
  const { agentId, id } = job;
  return sql().begin(async (tx) => {
    const [there] = await tx<{ id: string }[]>`
      select c.id from jobs j join conversations c on c.id = j.conversation_id and c.deleted_at is null
      where j.agent_id = ${agentId} and j.id = ${id} for update of j`;
    if (there) return there.id;
    const made = await makeConversation(tx, agentId, id, job.kind, job.name);
    await tx`update jobs set conversation_id = ${made} where agent_id = ${agentId} and id = ${id}`;
    return made;
  });
}
