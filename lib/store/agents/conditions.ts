import { asJson, sql } from "@/lib/store/db";

export type Condition = { agentId: string; id: string; sql: string; wasTrue: boolean };

/** Notes whether a table trigger's condition is true. Whether it has become so by that. */
export async function noteTruth(agentId: string, id: string, isTrue: boolean): Promise<boolean> {
  const rows = await sql()`
    update jobs set was_true = ${isTrue}
    where agent_id = ${agentId} and id = ${id} and was_true is distinct from ${isTrue} returning id`;
  return isTrue && rows.length > 0;
}

/** The table triggers that are on, of one agent or of all. */
export const listConditions = (agentId: string | null = null) => sql()<Condition[]>`
  select agent_id as "agentId", id, spec->>'sql' as sql, was_true as "wasTrue" from jobs
  where enabled and kind = 'table' and (${agentId}::uuid is null or agent_id = ${agentId})`;

/** Those that watch one of these keys of the state, but for those whose own firing is at work or has just written it. */
export const listWatching = (agentId: string, keys: readonly string[]) => sql()<
  { id: string; key: string }[]
>`
  select j.id, j.state_key as key from jobs j
  where j.agent_id = ${agentId} and j.enabled and j.state_key in (select json_array_elements_text(${asJson(keys)}::json))
    and not exists (
      select from revisions r where r.agent_id = j.agent_id and r.kind = 'state' and r.name = j.state_key
        and r.cause->>'conversationId' = j.conversation_id::text
        and r.version = (select max(version) from revisions n where n.agent_id = r.agent_id and n.kind = r.kind and n.name = r.name))`;

/** Whether a firing of the job is at work. */
export async function isAtWork(agentId: string, id: string): Promise<boolean> {
  const [row] = await sql()`
    select from job_runs f join runs r on r.id = f.run_id
    where f.agent_id = ${agentId} and f.job_id = ${id} and f.status in ('running', 'waiting') and r.status = 'running' limit 1`;
  return row !== undefined;
}

/**
 * Counts a call of the webhook of this token's hash, for all servers: at most `most` within a minute of the first. Null where
 * no webhook that is on has it.
 */
export async function countCall(
  tokenHash: string,
  most: number,
): Promise<{ agentId: string; id: string; isAllowed: boolean } | null> {
  const [row] = await sql()<{ agentId: string; id: string; isAllowed: boolean }[]>`
    with hook as (
      select agent_id, id from jobs where token_hash = ${tokenHash} and enabled
        and exists (select from agents a where a.id = agent_id and a.archived_at is null and a.deleted_at is null)
    ), counted as (
      update jobs j set
        calls = case when j.calls_since > now() - interval '1 minute' then j.calls + 1 else 1 end,
        calls_since = case when j.calls_since > now() - interval '1 minute' then j.calls_since else now() end
      from hook h where j.agent_id = h.agent_id and j.id = h.id
        and (j.calls < ${most} or coalesce(j.calls_since <= now() - interval '1 minute', true))
      returning j.id
    )
    select agent_id as "agentId", id, exists (select from counted) as "isAllowed" from hook`;
  return row ?? null;
}
