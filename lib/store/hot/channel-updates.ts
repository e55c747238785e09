import { asJson, sql } from "@/lib/store/db";
import type { ChannelUpdateRow } from "@/lib/store/rows";

/**
 * Adds updates that are not there yet, in their order, while the channel is there. By hand: it inserts what it selects from
 * another table.
 */
export const addNewUpdates = (
  { agentId, id }: { agentId: string; id: string },
  updates: readonly Pick<ChannelUpdateRow, "updateId" | "chatId" | "externalId" | "payload">[],
) => {
  const given = updates.map((one, nth) => ({ ...one, payload: asJson(one.payload), nth }));
  return sql()<{ id: string }[]>`
    insert into channel_updates (agent_id, channel, update_id, chat_id, external_id, payload)
    select ${agentId}, ${id}, "updateId", "chatId", "externalId", payload::json
    from json_to_recordset(${asJson(given)}::json)
      as one("updateId" text, "chatId" text, "externalId" text, payload text, nth int)
    where exists (select from channels where agent_id = ${agentId} and id = ${id})
    order by nth on conflict do nothing returning id`;
};
