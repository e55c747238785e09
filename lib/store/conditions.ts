import { asJson, sql } from "./db";

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

/** The webhook of this token's hash, if it is on. */
export async function findHook(tokenHash: string): Promise<{ agentId: string; id: string } | null> {
  const [row] = await sql()<{ agentId: string; id: string }[]>`
    select agent_id as "agentId", id from jobs where token_hash = ${tokenHash} and enabled`;
  return row ?? null;
}
