import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import type { ChannelUpdateRow } from "@/lib/store/rows";
import type { ChannelKey } from "./channels";

/** Attempts at an update whose work fails; then it is set aside, with a message to its person. */
export const MAX_TRIES = 5;
/** Services send updates again for a day; an update is known for longer. */
const KEPT_DAYS = 7;
const AT_ONCE = 5_000;

export type NewUpdate = Pick<ChannelUpdateRow, "updateId" | "chatId" | "externalId" | "payload">;
export type StoredUpdate = Pick<ChannelUpdateRow, "id" | "updateId" | "chatId" | "payload" | "tries">;

/** Stores updates, in their order; those that were stored before are passed over. Gives how many are new. */
export async function addUpdates(
  { agentId, id }: ChannelKey,
  updates: readonly NewUpdate[],
): Promise<number> {
  if (updates.length === 0) return 0;
  const given = updates.map((one, nth) => ({ ...one, payload: asJson(one.payload), nth }));
  const added = await sql()`
    insert into channel_updates (agent_id, channel, update_id, chat_id, external_id, payload)
    select ${agentId}, ${id}, "updateId", "chatId", "externalId", payload::json
    from json_to_recordset(${asJson(given)}::json)
      as one("updateId" text, "chatId" text, "externalId" text, payload text, nth int)
    where exists (select from channels where agent_id = ${agentId} and id = ${id})
    order by nth on conflict do nothing returning id`;
  if (added.length > 0) publish({ type: "channel", agent: agentId, id, what: "updates" });
  return added.length;
}

/** What is to be worked on after `after`, oldest first. */
export const listNewUpdates = ({ agentId, id }: ChannelKey, after: number, limit: number) =>
  sql()<StoredUpdate[]>`
    select id::float8 as id, update_id as "updateId", chat_id as "chatId", payload, tries from channel_updates
    where agent_id = ${agentId} and channel = ${id} and status = 'new' and id > ${after}
    order by channel_updates.id limit ${limit}`;

/** It is done, and what it said is where it belongs. */
export async function updateDone(id: number): Promise<void> {
  await sql()`update channel_updates set status = 'done', payload = null, error = null where id = ${id}`;
}

/** Its work has failed. Gives whether it is set aside now. */
export async function updateFailed(id: number, error: string): Promise<boolean> {
  const [row] = await sql()<{ status: string }[]>`
    update channel_updates set tries = tries + 1, error = ${error},
      status = case when tries + 1 >= ${MAX_TRIES} then 'failed' else status end
    where id = ${id} returning status`;
  return row?.status === "failed";
}

/** The id of the update that brought a message which the service names so. */
export async function updateOf(
  { agentId, id }: ChannelKey,
  chatId: string,
  externalId: string,
): Promise<string | null> {
  const [row] = await sql()<{ updateId: string }[]>`
    select update_id as "updateId" from channel_updates
    where agent_id = ${agentId} and channel = ${id} and chat_id = ${chatId} and external_id = ${externalId}
    order by channel_updates.id limit 1`;
  return row?.updateId ?? null;
}

/** Lets go of what was done, or sent, long ago. */
export async function forgetOldTraffic(): Promise<void> {
  await sql()`
    delete from channel_updates where id in (
      select id from channel_updates where created_at < now() - ${KEPT_DAYS} * interval '1 day' and status <> 'new'
      limit ${AT_ONCE})`;
  await sql()`
    delete from channel_outbox where id in (
      select id from channel_outbox where created_at < now() - 90 * interval '1 day' and status not in ('waiting', 'sending')
      limit ${AT_ONCE})`;
}
