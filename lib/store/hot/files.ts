import { asJson, sql } from "@/lib/store/db";

/**
 * Deletes the given uploads unless a conversation has them or a message or form refers to them. Raw SQL:
 * reads JSON in CTEs.
 */
export const deleteUnnamed = (unsent: readonly { id: string; agentId: string }[]) =>
  sql()`
    with unsent as (select id, agent_id from json_to_recordset(${asJson(unsent.map(({ id, agentId }) => ({ id, agent_id: agentId })))}::json)
      as given(id uuid, agent_id uuid)),
    named as (
      select distinct m.agent_id, (part->>'url') as url from messages m, json_array_elements(m.parts) part
      where m.role = 'user' and m.agent_id in (select agent_id from unsent)
        and m.parts::text like '%"/api/files/%' and part->>'type' = 'file'
      union
      select distinct s.agent_id, found[1] from sheets s, regexp_matches(s.entries::text, '"(/api/files/[0-9a-f-]{36})"', 'g') found
      where s.entries::text like '%"/api/files/%' and s.agent_id in (select agent_id from unsent))
    delete from files where (agent_id, id) in (
        select agent_id, id from unsent where (agent_id, '/api/files/' || id) not in (select agent_id, url from named))
      and conversation_id is null`;
