import type { Sql, TransactionSql } from "postgres";
import { insertHelpers } from "@/lib/store/hot/helpers";
import type { HelperRow, Run } from "@/lib/store/rows";

/** Where a helper was asked, and how it ended; one that had not ended counts as stopped. */
export type TravellingHelper = Pick<HelperRow, "toolCallId" | "isAwaited"> & {
  /** Of the asker. */
  conversationId: string;
  messageId: string;
  status: "completed" | "failed" | "stopped";
  error: Run["error"];
  /** The message that it wrote last. */
  wrote: string;
  startedAt: string;
  endedAt: string;
};

/** The TravellingHelper of a row of `conversations`, as JSON; null of one that is no helper, or whose asker is gone. */
export const helperJson = (on: Sql) => on`
  select json_build_object('conversationId', h.asker_conversation_id, 'messageId', h.asker_message_id, 'toolCallId', h.tool_call_id,
    'isAwaited', h.is_awaited, 'status', case when r.status in ('completed', 'failed') then r.status else 'stopped' end,
    'error', r.error, 'wrote', r.message_id,
    'startedAt', to_json(date_trunc('milliseconds', r.started_at) at time zone 'UTC')#>>'{}' || 'Z',
    'endedAt', to_json(date_trunc('milliseconds', coalesce(r.ended_at, r.started_at)) at time zone 'UTC')#>>'{}' || 'Z')
  from helpers h join conversations a on a.id = h.asker_conversation_id and a.deleted_at is null
    cross join lateral (select * from runs where conversation_id = h.conversation_id order by started_at desc, id limit 1) r
  where h.conversation_id = conversations.id and h.asker_agent_id = conversations.agent_id`;

/** Adds helpers with how each ended, which the card at its call says. Gives those whose asker is there; others are not added. */
export async function addHelpers(
  tx: TransactionSql,
  agentId: string,
  helpers: readonly [id: string, helper: TravellingHelper][],
): Promise<string[]> {
  const given = helpers.map(([id, { conversationId, ...rest }]) => ({ id, asker: conversationId, ...rest }));
  const rows = await insertHelpers(tx, agentId, given);
  return rows.map(({ id }) => id);
}
