import { sql } from "@/lib/store/db";

/**
 * Finds the webhook of this token's hash that is on, and counts a call of it: at most `most` within a minute of the first.
 * By hand: it writes in a CTE.
 */
export const countHookCall = (tokenHash: string, most: number) =>
  sql()<{ agentId: string; id: string; isAllowed: boolean }[]>`
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
