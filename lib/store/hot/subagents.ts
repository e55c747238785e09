import type { TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import type { Run, SubagentRow } from "@/lib/store/rows";

/** The tools to which a program's token limits a run, and the agent of the token. */
export type Reach = { agentId: string; tools: string[] };

/** Finds the tools to which the run that writes this message is limited. Raw SQL: recursive. */
export const findReach = (conversationId: string, messageId: string) => sql()<Reach[]>`
  with recursive up as (
    select h.asker_conversation_id, h.asker_message_id from helpers h
    left join messages m on m.conversation_id = ${conversationId} and m.id = ${messageId}
    where h.conversation_id = ${conversationId} and (h.settled_at is null or m.parent_id = 'task')
      or 'helper:' || h.conversation_id = m.parent_id
    union
    select h.asker_conversation_id, h.asker_message_id from up
      left join messages m on m.conversation_id = up.asker_conversation_id and m.id = up.asker_message_id
      join helpers h on h.conversation_id = up.asker_conversation_id or 'helper:' || h.conversation_id = m.parent_id
  )
  select m.agent_id as "agentId", m.metadata -> 'program' -> 'tools' as tools
  from up join messages m on m.conversation_id = up.asker_conversation_id and m.id = up.asker_message_id
  where json_typeof(m.metadata -> 'program' -> 'tools') = 'array' limit 1`;

/** `asker` is the asking conversation; times are ISO. */
export type EndedSubagent = Pick<SubagentRow, "toolCallId" | "isAwaited"> & {
  id: string;
  asker: string;
  messageId: string;
  status: Run["status"];
  error: Run["error"];
  wrote: string;
  startedAt: string;
  endedAt: string;
};

/**
 * Adds subagents, each with an ended run. Skips those whose parent does not exist and those that exist
 * already. Returns the ids of the added ones. Raw SQL: writes in a CTE.
 */
export const insertSubagents = (
  tx: TransactionSql,
  agentId: string,
  subagents: readonly EndedSubagent[],
) => tx<{ id: string }[]>`
  with given as (
    select g.*, gen_random_uuid() as run from json_to_recordset(${asJson(subagents)}::json) as g(id uuid, asker uuid, "messageId" text, "toolCallId" text,
        "isAwaited" boolean, status text, error json, wrote text, "startedAt" timestamptz, "endedAt" timestamptz)
      join conversations a on a.id = g.asker and a.agent_id = ${agentId}
  ), ended as (
    insert into runs (id, agent_id, conversation_id, message_id, status, error, started_at, ended_at)
    select run, ${agentId}, id, wrote, status, nullif(error::text, 'null')::json, "startedAt", "endedAt" from given
  )
  insert into helpers (conversation_id, agent_id, asker_agent_id, asker_conversation_id, asker_run_id, asker_message_id, tool_call_id,
    depth, payers, is_awaited, unattended, settled_at, created_at)
  select id, ${agentId}, ${agentId}, asker, run, "messageId", "toolCallId", 1, '{}', "isAwaited", false, now(), "startedAt" from given
  on conflict (conversation_id) do nothing returning conversation_id as id`;
