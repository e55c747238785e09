import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import type { ChannelOutboxRow } from "@/lib/store/rows";
import type { ChatKey } from "./channel-chats";
import type { ChannelKey } from "./channels";

export type OutMessage = Pick<
  ChannelOutboxRow,
  "id" | "chatId" | "key" | "content" | "isPreview" | "status" | "externalId" | "tries" | "notBefore"
>;

const columns = () => sql()`
  id::float8 as id, chat_id as "chatId", key, content, is_preview as "isPreview", status, external_id as "externalId", tries,
  not_before as "notBefore"`;

const ofChat = ({ agentId, id, chatId }: ChatKey) => sql()`
  agent_id = ${agentId} and channel = ${id} and chat_id = ${chatId}`;

type Told = { key: string; content: object };

/**
 * Says what messages of a chat are to say, in their order. What is new is sent, and what says something else now is
 * changed where `canEdit`; what is as it was stays. Elsewhere the outcome of one that had buttons is a message of its own, as is
 * the end of a text whose beginning may not have arrived. Gives whether anything is to be done.
 */
export async function tell(
  chat: ChatKey,
  messages: readonly Told[],
  { canEdit }: { canEdit: boolean },
): Promise<boolean> {
  if (messages.length === 0) return false;
  const { agentId, id, chatId } = chat;
  const given = messages.map(({ key, content }, nth) => ({ key, content: asJson(content), nth }));
  const wanted = () => sql()`
    json_to_recordset(${asJson(given)}::json) as w(key text, content text, nth int)`;
  const isSame = () => sql()`
    o.agent_id = ${agentId} and o.channel = ${id} and o.chat_id = ${chatId} and o.key = w.key`;
  const changed = await sql().begin(async (tx) => {
    const settled = canEdit
      ? []
      : await tx`
        with over as (
          update channel_outbox o set content = w.content::json from ${wanted()}
          where ${isSame()} and o.status = 'sent' and json_array_length(o.content->'buttons') > 0
            and json_array_length(w.content::json->'buttons') = 0
          returning o.id, o.key, o.content->>'outcome' as outcome)
        insert into channel_outbox (agent_id, channel, chat_id, key, content)
        select ${agentId}, ${id}, ${chatId}, key || '/outcome', ('{"text":' || outcome || ',"buttons":[]}')::json
        from over where outcome is not null order by over.id on conflict do nothing returning id`;
    const rows = await tx`
      update channel_outbox o set content = w.content::json, is_preview = false, not_before = null,
        tries = case when o.status = 'sent' then 0 else o.tries end,
        status = case when o.status = 'sent' then 'waiting' else o.status end
      from ${wanted()}
      where ${isSame()} and (o.content::text <> w.content or o.is_preview)
        and (o.status = 'waiting' or (o.status in ('sent', 'sending') and ${canEdit}))
      returning o.id`;
    const added = await tx`
      insert into channel_outbox (agent_id, channel, chat_id, key, content)
      select ${agentId}, ${id}, ${chatId}, case when o.id is null then w.key else w.key || '/whole' end, w.content::json
      from ${wanted()} left join channel_outbox o on ${isSame()}
      where (o.id is null or (o.status in ('unknown', 'failed') and o.is_preview))
        and exists (select from channels where agent_id = ${agentId} and id = ${id})
      order by w.nth on conflict do nothing returning id`;
    return settled.length + rows.length + added.length;
  });
  if (changed > 0) publish({ type: "channel", agent: agentId, id, what: "outbox" });
  return changed > 0;
}

/** Chats for which something is to be sent. */
export async function chatsToSend({ agentId, id }: ChannelKey): Promise<string[]> {
  const rows = await sql()<{ chatId: string }[]>`
    select chat_id as "chatId" from channel_outbox
    where agent_id = ${agentId} and channel = ${id} and status = 'waiting' group by chat_id order by min(channel_outbox.id)`;
  return rows.map(({ chatId }) => chatId);
}

/** What goes next to a chat; null when nothing does. */
export async function nextMessage(chat: ChatKey): Promise<OutMessage | null> {
  const [row] = await sql()<OutMessage[]>`
    select ${columns()} from channel_outbox where ${ofChat(chat)} and status = 'waiting' order by channel_outbox.id limit 1`;
  return row ?? null;
}

/** Notes that a message is on its way, before it is; null when that is not so any more. It is as it stands now. */
export async function claimMessage(id: number): Promise<OutMessage | null> {
  const [row] = await sql()<OutMessage[]>`
    update channel_outbox set status = 'sending', tries = tries + 1 where id = ${id} and status = 'waiting'
    returning ${columns()}`;
  return row ?? null;
}

/** The beginning of what the model writes now, on its way; null where the message is known already. */
export async function beginPreview(chat: ChatKey, { key, content }: Told): Promise<OutMessage | null> {
  const { agentId, id, chatId } = chat;
  const [row] = await sql()<OutMessage[]>`
    insert into channel_outbox (agent_id, channel, chat_id, key, content, is_preview, status, tries)
    select ${agentId}, ${id}, ${chatId}, ${key}, ${asJson(content)}::json, true, 'sending', 1
    where exists (select from channels where agent_id = ${agentId} and id = ${id})
    on conflict do nothing returning ${columns()}`;
  return row ?? null;
}

/** A message of this key, as it stands. */
export async function readMessageOf(chat: ChatKey, key: string): Promise<OutMessage | null> {
  const [row] = await sql()<OutMessage[]>`
    select ${columns()} from channel_outbox where ${ofChat(chat)} and key = ${key}`;
  return row ?? null;
}

/** It arrived, saying `content`; where it is to say something else by now, it waits to be changed. */
export async function messageSent(id: number, externalId: string, content: object): Promise<void> {
  await sql()`
    update channel_outbox set external_id = ${externalId}, error = null, sent_at = now(), not_before = null,
      status = case when content::text = ${asJson(content)} then 'sent' else 'waiting' end
    where id = ${id}`;
}

/** It was not sent, and is tried again after a while. */
export async function messageAgain(id: number, waitMs: number, error: string): Promise<void> {
  await sql()`
    update channel_outbox set status = 'waiting', error = ${error}, not_before = now() + ${waitMs} * interval '1 ms'
    where id = ${id} and status = 'sending'`;
}

/** The message that was to be changed is gone: it is sent anew. */
export async function messageAnew(id: number): Promise<void> {
  await sql()`update channel_outbox set status = 'waiting', external_id = null where id = ${id}`;
}

/** Nothing more is tried. `unknown`: it may have arrived. */
export async function messageOver(id: number, status: "failed" | "unknown", error: string): Promise<void> {
  await sql()`update channel_outbox set status = ${status}, error = ${error}, not_before = null where id = ${id}`;
}

/**
 * What was sent did not arrive after all, as the service says later. `isForNow`: it goes again once its chat is open.
 */
export async function noteUndelivered(
  chat: ChatKey,
  externalId: string,
  error: string,
  isForNow: boolean,
): Promise<void> {
  await sql()`
    update channel_outbox set error = ${error}, status = ${isForNow ? "waiting" : "failed"},
      external_id = case when ${isForNow} then null else external_id end,
      not_before = case when ${isForNow} then now() + interval '30 days' end
    where ${ofChat(chat)} and external_id = ${externalId} and status = 'sent'`;
}

/**
 * What a server had on its way that is gone. A change of a message can be made again; of what was sent for the first time
 * nobody knows whether it arrived. Gives those.
 */
export async function settleInterrupted({ agentId, id }: ChannelKey, error: string): Promise<OutMessage[]> {
  return sql().begin(async (tx) => {
    await tx`
      update channel_outbox set status = 'waiting'
      where agent_id = ${agentId} and channel = ${id} and status = 'sending' and external_id is not null`;
    return [
      ...(await tx<OutMessage[]>`
        update channel_outbox set status = 'unknown', error = ${error}
        where agent_id = ${agentId} and channel = ${id} and status = 'sending' returning ${columns()}`),
    ];
  });
}

/** The message with buttons by whose press something came in. */
export async function messageById(chat: ChatKey, id: number): Promise<OutMessage | null> {
  const [row] = await sql()<OutMessage[]>`
    select ${columns()} from channel_outbox where ${ofChat(chat)} and id = ${id}`;
  return row ?? null;
}

/** The newest message of a chat that has choices, and whether it is the last one of all. */
export async function latestChoices(chat: ChatKey): Promise<(OutMessage & { isLast: boolean }) | null> {
  const [row] = await sql()<(OutMessage & { isLast: boolean })[]>`
    select ${columns()}, channel_outbox.id = (select max(o.id) from channel_outbox o where ${ofChat(chat)}) as "isLast"
    from channel_outbox where ${ofChat(chat)} and status <> 'failed' and json_array_length(content->'buttons') > 0
    order by channel_outbox.id desc limit 1`;
  return row ?? null;
}

/** How much waits, and of how much of the last day nobody knows whether it arrived. */
export async function countOutbox({
  agentId,
  id,
}: ChannelKey): Promise<{ waiting: number; uncertain: number }> {
  const [row] = await sql()<{ waiting: number; uncertain: number }[]>`
    select count(*) filter (where status in ('waiting', 'sending'))::int as waiting,
      count(*) filter (where status = 'unknown' and created_at > now() - interval '1 day')::int as uncertain
    from channel_outbox where agent_id = ${agentId} and channel = ${id} and status in ('waiting', 'sending', 'unknown')`;
  return row ?? { waiting: 0, uncertain: 0 };
}
