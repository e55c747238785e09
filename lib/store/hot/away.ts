import type { AwayChange } from "@/lib/shared/away";
import { sql } from "@/lib/store/db";
import { andVisible } from "@/lib/store/members/visible";
import { titleIn } from "@/lib/store/revision-title";

/**
 * Lists items that the agent has changed since a time in conversations of jobs or the pulse, most recently
 * changed first. Examines only the newest `maxScanned` versions. Excludes database copies, which include
 * everyone's changes. Raw SQL: groups versions by item, then looks up each item's other versions.
 */
export const findChanges = (
  agentId: string,
  since: string,
  { max, maxScanned }: { max: number; maxScanned: number },
) => sql()<AwayChange[]>`
  with written as (
    select r.kind, r.name, r.id, r.version, r.content is null as gone, r.created_at, c.id as conversation
    from (
      select * from revisions where agent_id = ${agentId} order by position desc limit ${maxScanned}
    ) r join conversations c on c.id = (r.cause->>'conversationId')::uuid and c.agent_id = r.agent_id ${andVisible(sql()`c`)}
    where r.created_at > ${since} and r.author = 'agent' and r.live and r.kind <> 'database' and c.origin in ('job', 'pulse')
  ), things as (
    select kind, name, count(*)::int as versions, min(version) as first, max(created_at) as last,
      (array_agg(id order by version desc))[1] as id, (array_agg(gone order by version desc))[1] as gone,
      (array_agg(conversation order by version desc))[1] as conversation
    from written group by kind, name order by last desc limit ${max}
  )
  select t.kind, t.name, (
      select ${titleIn("r")} from revisions r where r.agent_id = ${agentId} and r.kind = t.kind and r.name = t.name
        and r.content is not null order by r.version desc limit 1) as title,
    t.id as "revisionId", t.versions, t.gone as "isDeleted", t.conversation as "conversationId", t.last as "createdAt",
    (select r.id from revisions r where r.agent_id = ${agentId} and r.kind = t.kind and r.name = t.name and r.live
      and r.version < t.first order by r.version desc limit 1) as "beforeId",
    (select count(*) from revisions r where r.agent_id = ${agentId} and r.kind = t.kind and r.name = t.name and r.live
      and r.version >= t.first) > t.versions as "isOvertaken"
  from things t order by t.last desc`;
