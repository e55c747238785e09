import type { TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import type { ChannelOutboxRow } from "@/lib/store/rows";

type ChatKey = Pick<ChannelOutboxRow, "agentId" | "chatId"> & { id: string };
type Told = { key: string; content: object };
type IdRow = { id: string };

const given = (messages: readonly Told[]) =>
  asJson(messages.map(({ key, content }, nth) => ({ key, content: asJson(content), nth })));

const wanted = (messages: readonly Told[]) => sql()`
  json_to_recordset(${given(messages)}::json) as w(key text, content text, nth int)`;

const isSame = ({ agentId, id, chatId }: ChatKey) => sql()`
  o.agent_id = ${agentId} and o.channel = ${id} and o.chat_id = ${chatId} and o.key = w.key`;

/**
 * Takes the buttons from messages that were sent with some and are to have none now, and adds their outcomes as messages of
 * their own. By hand: it writes in a CTE.
 */
export const addOutcomes = (tx: TransactionSql, chat: ChatKey, messages: readonly Told[]) => tx<IdRow[]>`
  with over as (
    update channel_outbox o set content = w.content::json from ${wanted(messages)}
    where ${isSame(chat)} and o.status = 'sent' and json_array_length(o.content->'buttons') > 0
      and json_array_length(w.content::json->'buttons') = 0
    returning o.id, o.key, o.content->>'outcome' as outcome)
  insert into channel_outbox (agent_id, channel, chat_id, key, content)
  select ${chat.agentId}, ${chat.id}, ${chat.chatId}, key || '/outcome', ('{"text":' || outcome || ',"buttons":[]}')::json
  from over where outcome is not null order by over.id on conflict do nothing returning id`;

/**
 * Changes messages that are to say something else now: those that wait, and where `canEdit` those that were sent. By hand: it
 * updates each row with values of its own.
 */
export const changeMessages = (
  tx: TransactionSql,
  chat: ChatKey,
  messages: readonly Told[],
  { canEdit }: { canEdit: boolean },
) => tx<IdRow[]>`
  update channel_outbox o set content = w.content::json, is_preview = false, not_before = null,
    tries = case when o.status = 'sent' then 0 else o.tries end,
    status = case when o.status = 'sent' then 'waiting' else o.status end
  from ${wanted(messages)}
  where ${isSame(chat)} and (o.content::text <> w.content or o.is_preview)
    and (o.status = 'waiting' or (o.status in ('sent', 'sending') and ${canEdit}))
  returning o.id`;

/**
 * Adds the messages that are not there yet, in their order, while the channel is there. Where the beginning of one was sent
 * and may not have arrived, it is added under another key. By hand: it inserts what it selects from two tables.
 */
export const addNewMessages = (tx: TransactionSql, chat: ChatKey, messages: readonly Told[]) => tx<IdRow[]>`
  insert into channel_outbox (agent_id, channel, chat_id, key, content)
  select ${chat.agentId}, ${chat.id}, ${chat.chatId}, case when o.id is null then w.key else w.key || '/whole' end, w.content::json
  from ${wanted(messages)} left join channel_outbox o on ${isSame(chat)}
  where (o.id is null or (o.status in ('unknown', 'failed') and o.is_preview))
    and exists (select from channels where agent_id = ${chat.agentId} and id = ${chat.id})
  order by w.nth on conflict do nothing returning id`;

type Preview = Pick<
  ChannelOutboxRow,
  "id" | "chatId" | "key" | "content" | "isPreview" | "status" | "externalId" | "tries" | "notBefore"
>;

/**
 * Adds the beginning of a message as one that is on its way, unless the message is known or the channel gone. By hand: it
 * inserts what it selects from another table.
 */
export const addPreview = ({ agentId, id, chatId }: ChatKey, { key, content }: Told) => sql()<Preview[]>`
  insert into channel_outbox (agent_id, channel, chat_id, key, content, is_preview, status, tries)
  select ${agentId}, ${id}, ${chatId}, ${key}, ${asJson(content)}::json, true, 'sending', 1
  where exists (select from channels where agent_id = ${agentId} and id = ${id})
  on conflict do nothing
  returning id::float8 as id, chat_id as "chatId", key, content, is_preview as "isPreview", status,
    external_id as "externalId", tries, not_before as "notBefore"`;
