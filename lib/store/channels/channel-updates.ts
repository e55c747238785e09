import { and, asc, eq, gt, inArray, ne, notInArray, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { channelOutbox, channelUpdates } from "@/drizzle/schema";
import { publish } from "@/lib/store/bus";
import { db } from "@/lib/store/db";
import { addNewUpdates } from "@/lib/store/hot/channels";
import type { ChannelUpdateRow } from "@/lib/store/rows";
import type { ChannelKey } from "./channels";

/** Attempts at an update whose work fails; then it is set aside, with a message to its person. */
export const MAX_TRIES = 5;
/** Services send updates again for a day; an update is known for longer. */
const KEPT_DAYS = 7;
const KEPT_DAYS_SENT = 90;
const AT_ONCE = 5_000;

export type NewUpdate = Pick<ChannelUpdateRow, "updateId" | "chatId" | "externalId" | "payload">;
export type StoredUpdate = Pick<ChannelUpdateRow, "id" | "updateId" | "chatId" | "payload" | "tries">;

const ofChannel = ({ agentId, id }: ChannelKey) =>
  and(eq(channelUpdates.agentId, agentId), eq(channelUpdates.channel, id));

/** Stores updates, in their order; those that were stored before are passed over. Gives how many are new. */
export async function addUpdates(channel: ChannelKey, updates: readonly NewUpdate[]): Promise<number> {
  if (updates.length === 0) return 0;
  const added = await addNewUpdates(channel, updates);
  if (added.length > 0) publish({ type: "channel", agent: channel.agentId, id: channel.id, what: "updates" });
  return added.length;
}

/** What is to be worked on after `after`, oldest first. */
export const listNewUpdates = async (
  channel: ChannelKey,
  after: number,
  limit: number,
): Promise<StoredUpdate[]> =>
  db()
    .select({
      id: channelUpdates.id,
      updateId: channelUpdates.updateId,
      chatId: channelUpdates.chatId,
      payload: channelUpdates.payload,
      tries: channelUpdates.tries,
    })
    .from(channelUpdates)
    // Not a parameter: for one the planner would not use the index of new updates.
    .where(and(ofChannel(channel), raw`${channelUpdates.status} = 'new'`, gt(channelUpdates.id, after)))
    .orderBy(asc(channelUpdates.id))
    .limit(limit);

/** It is done, and what it said is where it belongs. */
export async function updateDone(id: number): Promise<void> {
  await db()
    .update(channelUpdates)
    .set({ status: "done", payload: null, error: null })
    .where(eq(channelUpdates.id, id));
}

/** Its work has failed. Gives whether it is set aside now. */
export async function updateFailed(id: number, error: string): Promise<boolean> {
  const { tries, status } = channelUpdates;
  const [row] = await db()
    .update(channelUpdates)
    .set({
      tries: raw`${tries} + 1`,
      error,
      status: raw`case when ${tries} + 1 >= ${MAX_TRIES} then 'failed' else ${status} end`,
    })
    .where(eq(channelUpdates.id, id))
    .returning({ status });
  return row?.status === "failed";
}

/** The id of the update that brought a message which the service names so. */
export async function updateOf(
  channel: ChannelKey,
  chatId: string,
  externalId: string,
): Promise<string | null> {
  const [row] = await db()
    .select({ updateId: channelUpdates.updateId })
    .from(channelUpdates)
    .where(
      and(ofChannel(channel), eq(channelUpdates.chatId, chatId), eq(channelUpdates.externalId, externalId)),
    )
    .orderBy(asc(channelUpdates.id))
    .limit(1);
  return row?.updateId ?? null;
}

/** Lets go of what was done, or sent, long ago. */
export async function forgetOldTraffic(): Promise<void> {
  const update = alias(channelUpdates, "old_update");
  const oldUpdates = db()
    .select({ id: update.id })
    .from(update)
    .where(and(raw`${update.createdAt} < now() - ${KEPT_DAYS} * interval '1 day'`, ne(update.status, "new")))
    .limit(AT_ONCE);
  await db().delete(channelUpdates).where(inArray(channelUpdates.id, oldUpdates));
  const message = alias(channelOutbox, "old_message");
  const oldMessages = db()
    .select({ id: message.id })
    .from(message)
    .where(
      and(
        raw`${message.createdAt} < now() - ${KEPT_DAYS_SENT} * interval '1 day'`,
        notInArray(message.status, ["waiting", "sending"]),
      ),
    )
    .limit(AT_ONCE);
  await db().delete(channelOutbox).where(inArray(channelOutbox.id, oldMessages));
}
