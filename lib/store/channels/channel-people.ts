import { and, asc, eq, isNotNull, or, sql as raw } from "drizzle-orm";
import { channelChats, channelOutbox, channelPeople, channels } from "@/drizzle/schema";
import type { ChannelUser } from "@/lib/shared/channels";
import { db, sql } from "@/lib/store/db";
import type { ChannelUserRow } from "@/lib/store/rows";
import { type ChannelKey, inMs, isChannel, NO_CODE, publishAccount } from "./channels";

const isUser = ({ agentId, id }: ChannelKey, userId: string) =>
  and(eq(channelPeople.agentId, agentId), eq(channelPeople.channel, id), eq(channelPeople.personId, userId));

export async function listPeople({ agentId, id }: ChannelKey): Promise<ChannelUser[]> {
  const rows = await db()
    .select({
      id: channelPeople.personId,
      name: channelPeople.name,
      pairedAt: channelPeople.pairedAt,
    })
    .from(channelPeople)
    .where(and(eq(channelPeople.agentId, agentId), eq(channelPeople.channel, id)))
    .orderBy(asc(channelPeople.pairedAt), asc(channelPeople.personId));
  return rows.map((row) => ({ ...row, pairedAt: new Date(row.pairedAt).toISOString() }));
}

export async function isPaired(key: ChannelKey, userId: string): Promise<boolean> {
  const [row] = await db()
    .select({ id: channelPeople.personId })
    .from(channelPeople)
    .where(isUser(key, userId));
  return row !== undefined;
}

export async function removeUser(key: ChannelKey, userId: string): Promise<boolean> {
  const { agentId, id } = key;
  const gone = await sql().begin(async (tx) => {
    // Unlink the user's chats, so that these no longer receive messages of the linked conversations.
    await db(tx)
      .update(channelChats)
      .set({ conversationId: null, form: null })
      .where(
        and(
          eq(channelChats.agentId, agentId),
          eq(channelChats.channel, id),
          // In a service with several chats for each user, the id of a chat starts with the user's id and a space.
          or(
            eq(channelChats.chatId, userId),
            raw`starts_with(${channelChats.chatId}, ${`${userId} `}::text)`,
          ),
        ),
      );
    await db(tx)
      .delete(channelOutbox)
      .where(
        and(
          eq(channelOutbox.agentId, agentId),
          eq(channelOutbox.channel, id),
          or(
            eq(channelOutbox.chatId, userId),
            raw`starts_with(${channelOutbox.chatId}, ${`${userId} `}::text)`,
          ),
          // A literal instead of a parameter, so that the planner uses the partial index of unsent messages.
          raw`${channelOutbox.status} = 'waiting'`,
        ),
      );
    return db(tx).delete(channelPeople).where(isUser(key, userId)).returning({ id: channelPeople.personId });
  });
  if (gone.length > 0) publishAccount(key);
  return gone.length > 0;
}

/**
 * Sets a new pairing code, which replaces any earlier one. Returns its expiry, or null if no account is
 * linked.
 */
export async function setPairCode(key: ChannelKey, hash: string, untilMs: number): Promise<Date | null> {
  const [row] = await db()
    .update(channels)
    .set({ pairCode: hash, pairUntil: inMs(untilMs), pairTries: 0 })
    .where(isChannel(key))
    .returning({ until: raw<string>`${channels.pairUntil}` });
  if (row) publishAccount(key);
  return row ? new Date(row.until) : null;
}

type User = Pick<ChannelUserRow, "personId" | "name">;

/**
 * Pairs a user by a code, which is valid once. Wrong codes from any sender count, and after `maxTries` the
 * code is void.
 */
export async function pairBy(
  key: ChannelKey,
  hash: string,
  { personId: userId, name }: User,
  maxTries: number,
): Promise<boolean> {
  const { agentId, id } = key;
  const paired = await sql().begin(async (tx) => {
    const [row] = await db(tx)
      .select({ isRight: raw<boolean>`${channels.pairCode} = ${hash}` })
      .from(channels)
      .where(and(isChannel(key), isNotNull(channels.pairCode), raw`${channels.pairUntil} > now()`))
      .for("update");
    if (!row) return false;
    if (!row.isRight) {
      const tries = raw`${channels.pairTries} + 1`;
      await db(tx)
        .update(channels)
        .set({
          pairTries: tries,
          pairCode: raw`case when ${tries} >= ${maxTries} then null else ${channels.pairCode} end`,
        })
        .where(isChannel(key));
      return false;
    }
    await db(tx)
      .insert(channelPeople)
      .values({ agentId, channel: id, personId: userId, name })
      .onConflictDoUpdate({
        target: [channelPeople.agentId, channelPeople.channel, channelPeople.personId],
        set: { name },
      });
    await db(tx).update(channels).set(NO_CODE).where(isChannel(key));
    return true;
  });
  publishAccount(key);
  return paired;
}
