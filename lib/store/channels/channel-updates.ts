import { and, asc, eq, gt, inArray, ne, notInArray, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { channelOutbox, channelUpdates } from "@/drizzle/schema";
import { publish } from "@/lib/store/bus";
import { db } from "@/lib/store/db";
import { addNewUpdates } from "@/lib/store/hot/channels";
import type { ChannelUpdateRow } from "@/lib/store/rows";
import type { ChannelKey } from "./channels";

/** Number of failed attempts after which the server gives up on an update and informs its sender. */
export const MAX_TRIES = 5;
/** Updates are kept for longer than the day in which services may send them again. */
const UPDATE_RETENTION_DAYS = 7;
const SENT_RETENTION_DAYS = 90;
const AT_ONCE = 5_000;

export type NewUpdate = Pick<ChannelUpdateRow, "updateId" | "chatId" | "externalId" | "payload">;
export type StoredUpdate = Pick<ChannelUpdateRow, "id" | "updateId" | "chatId" | "payload" | "tries">;

const ofChannel = ({ agentId, id }: ChannelKey) =>
  and(eq(channelUpdates.agentId, agentId), eq(channelUpdates.channel, id));

/** Stores updates in order, ignoring those already stored. Returns the number of new ones. */
export async function addUpdates(channel: ChannelKey, updates: readonly NewUpdate[]): Promise<number> {
  if (updates.length === 0) return 0;
  const added = await addNewUpdates(channel, updates);
  if (added.length > 0) publish({ type: "channel", agent: channel.agentId, id: channel.id, what: "updates" });
  return added.length;
}

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
    // A literal instead of a parameter, so that the planner uses the partial index of new updates.
    .where(and(ofChannel(channel), raw`${channelUpdates.status} = 'new'`, gt(channelUpdates.id, after)))
    .orderBy(asc(channelUpdates.id))
    .limit(limit);

/** Marks an update as processed and drops its payload. */
export async function updateDone(id: number): Promise<void> {
  await db()
    .update(channelUpdates)
    .set({ status: "done", payload: null, error: null })
    .where(eq(channelUpdates.id, id));
}

/** Counts a failed attempt. Returns true if it was the last, so that the update has the status `failed`. */
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

/** Returns the id of the update that has this message id of the service, or null. */
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

/** Returns the chat of a stored update, or null if the update is not stored or belongs to no chat. */
export async function chatOfUpdate(channel: ChannelKey, updateId: string): Promise<string | null> {
  const [row] = await db()
    .select({ chatId: channelUpdates.chatId })
    .from(channelUpdates)
    .where(and(ofChannel(channel), eq(channelUpdates.updateId, updateId)));
  return row?.chatId ?? null;
}

export async function forgetOldTraffic(): Promise<void> {
  const update = alias(channelUpdates, "old_update");
  const oldUpdates = db()
    .select({ id: update.id })
    .from(update)
    .where(
      and(
        raw`${update.createdAt} < now() - ${UPDATE_RETENTION_DAYS} * interval '1 day'`,
        ne(update.status, "new"),
      ),
    )
    .limit(AT_ONCE);
  await db().delete(channelUpdates).where(inArray(channelUpdates.id, oldUpdates));
  const message = alias(channelOutbox, "old_message");
  const oldMessages = db()
    .select({ id: message.id })
    .from(message)
    .where(
      and(
        raw`${message.createdAt} < now() - ${SENT_RETENTION_DAYS} * interval '1 day'`,
        notInArray(message.status, ["waiting", "sending"]),
      ),
    )
    .limit(AT_ONCE);
  await db().delete(channelOutbox).where(inArray(channelOutbox.id, oldMessages));
}
