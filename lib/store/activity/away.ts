import type { AwayChange, AwayView } from "@/lib/shared/away";
import { MAX_FAILURES } from "@/lib/store/agents/firings";
import { statusOf } from "@/lib/store/agents/jobs";
import { sql } from "@/lib/store/db";
import { titleIn } from "@/lib/store/revision-title";

/** Whoever has not looked for so long is told what went on meanwhile. */
const ABSENT = "30 minutes";
/** More jobs and things than these are not listed. */
const MOST = 50;
/** Of the timeline, so many of the newest versions are looked through. */
const LOOKED_THROUGH = 2_000;
const DAYS = 31;

const VISIT = "visit";

/**
 * Somebody looks. Gives since when nobody had, where that was long; it stays so until it is dismissed, so that a tab that
 * was closed at once does not take it away.
 */
export async function visit(agentId: string): Promise<string | null> {
  const [row] = await sql()<{ since: string | null }[]>`
    insert into settings (agent_id, key, value) values (${agentId}, ${VISIT}, json_build_object('at', now()))
    on conflict (agent_id, key) do update set updated_at = now(), value = json_build_object('at', now(), 'since', coalesce(
      settings.value->>'since',
      case when (settings.value->>'at')::timestamptz < now() - ${ABSENT}::interval then settings.value->>'at' end))
    returning value->>'since' as since`;
  return row?.since ? new Date(row.since).toISOString() : null;
}

export async function dismissAway(agentId: string): Promise<void> {
  await sql()`
    update settings set value = json_build_object('at', value->'at') where agent_id = ${agentId} and key = ${VISIT}`;
}

/** What the agent did by itself since a time, at most a month back: what ran, what that changed, what it cost. */
export async function readAway(agentId: string, wanted: string): Promise<AwayView> {
  const earliest = new Date(Date.now() - DAYS * 86_400_000).toISOString();
  const since = wanted < earliest ? earliest : wanted;
  const [runs, changes, [spent]] = await Promise.all([
    listRuns(agentId, since),
    listChanges(agentId, since),
    sql()<{ cost: number | null; tokens: number }[]>`
      select sum(cost) as cost, coalesce(sum(input_tokens + output_tokens), 0)::float8 as tokens from model_calls
      where agent_id = ${agentId} and created_at > ${since} and unattended`,
  ]);
  return {
    since,
    runs: runs.slice(0, MOST),
    changes: changes
      .slice(0, MOST)
      .map((change) => ({ ...change, createdAt: new Date(change.createdAt).toISOString() })),
    ...(spent ?? { cost: null, tokens: 0 }),
    isCut: runs.length > MOST || changes.length > MOST,
  };
}

/** By job, the one that was due last first. */
const listRuns = async (agentId: string, since: string): Promise<AwayView["runs"]> => {
  const rows = await sql()<(Omit<AwayView["runs"][number], "offBecause"> & { offBecause: string | null })[]>`
  select "jobId", min(kind) as kind, min(name) as name, min(off) as "offBecause", sum(cost) as cost, json_agg(json_build_object('status', status, 'count', count)) as counts,
    (array_agg(conversation order by last desc) filter (where conversation is not null))[1] as "conversationId"
  from (
    select f.job_id as "jobId", f.kind, j.name, ${statusOf()} as status,
      case when not j.enabled and j.failures >= ${MAX_FAILURES} then coalesce((
        select l.reason from job_runs l where l.agent_id = j.agent_id and l.job_id = j.id and l.status = 'failed'
        order by l.due_at desc limit 1), '') end as off,
      count(*)::int as count, sum(f.cost) as cost, max(f.due_at) as last,
      (array_agg(f.conversation_id order by f.due_at desc) filter (where f.conversation_id is not null))[1] as conversation
    from job_runs f left join runs r on r.id = f.run_id left join jobs j on j.agent_id = f.agent_id and j.id = f.job_id
    where f.agent_id = ${agentId} and f.due_at > ${since} group by 1, 2, 3, 4, 5) by_status
  group by "jobId" order by max(last) desc limit ${MOST + 1}`;
  return rows.map(({ offBecause, ...row }) => ({ ...row, ...(offBecause !== null && { offBecause }) }));
};

/**
 * Things of which the agent wrote versions in conversations that a job or the pulse begins, changed last first. Copies of
 * the database are not among them: they hold what everybody did.
 */
const listChanges = (agentId: string, since: string) => sql()<AwayChange[]>`
  with written as (
    select r.kind, r.name, r.id, r.version, r.content is null as gone, r.created_at, c.id as conversation
    from (
      select * from revisions where agent_id = ${agentId} order by position desc limit ${LOOKED_THROUGH}
    ) r join conversations c on c.id = (r.cause->>'conversationId')::uuid and c.agent_id = r.agent_id
    where r.created_at > ${since} and r.author = 'agent' and r.live and r.kind <> 'database' and c.origin in ('job', 'pulse')
  ), things as (
    select kind, name, count(*)::int as versions, min(version) as first, max(created_at) as last,
      (array_agg(id order by version desc))[1] as id, (array_agg(gone order by version desc))[1] as gone,
      (array_agg(conversation order by version desc))[1] as conversation
    from written group by kind, name order by last desc limit ${MOST + 1}
  )
  select t.kind, t.name, (
      select ${titleIn(sql()`r`)} from revisions r where r.agent_id = ${agentId} and r.kind = t.kind and r.name = t.name
        and r.content is not null order by r.version desc limit 1) as title,
    t.id as "revisionId", t.versions, t.gone as "isDeleted", t.conversation as "conversationId", t.last as "createdAt",
    (select r.id from revisions r where r.agent_id = ${agentId} and r.kind = t.kind and r.name = t.name and r.live
      and r.version < t.first order by r.version desc limit 1) as "beforeId",
    (select count(*) from revisions r where r.agent_id = ${agentId} and r.kind = t.kind and r.name = t.name and r.live
      and r.version >= t.first) > t.versions as "isOvertaken"
  from things t order by t.last desc`;
