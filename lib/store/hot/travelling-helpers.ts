import type { TransactionSql } from "postgres";
import { asJson } from "@/lib/store/db";
import type { HelperRow, Run } from "@/lib/store/rows";

/** `asker`: the conversation that asked; times as ISO. */
export type EndedHelper = Pick<HelperRow, "toolCallId" | "isAwaited"> & {
  id: string;
  asker: string;
  messageId: string;
  status: Run["status"];
  error: Run["error"];
  wrote: string;
  startedAt: string;
  endedAt: string;
};

/** Adds helpers, each with a run that has ended; gives those whose asker is there. By hand: it writes in a CTE. */
export const insertHelpers = (tx: TransactionSql, agentId: string, helpers: readonly EndedHelper[]) => tx<
  { id: string }[]
>`
  with given as (
    select g.*, gen_random_uuid() as run from json_to_recordset(${asJson(helpers)}::json) as g(id uuid, asker uuid, "messageId" text, "toolCallId" text,
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
