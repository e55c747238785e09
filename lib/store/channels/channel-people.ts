import { and, asc, eq, isNotNull, sql as raw } from "drizzle-orm";
import { channelChats, channelOutbox, channelPeople, channels } from "@/drizzle/schema";
import type { ChannelPerson } from "@/lib/shared/channels";
import { db, sql } from "@/lib/store/db";
import type { ChannelPersonRow } from "@/lib/store/rows";
import { type ChannelKey, inMs, isChannel, NO_CODE, publishAccount } from "./channels";

const isPerson = ({ agentId, id }: ChannelKey, personId: string) =>
  and(
    eq(channelPeople.agentId, agentId),
    eq(channelPeople.channel, id),
    eq(channelPeople.personId, personId),
  );

/** People who are paired, in the order in which they were. */
export async function listPeople({ agentId, id }: ChannelKey): Promise<ChannelPerson[]> {
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

export async function isPaired(key: ChannelKey, personId: string): Promise<boolean> {
  const [row] = await db()
    .select({ id: channelPeople.personId })
    .from(channelPeople)
    .where(isPerson(key, personId));
  return row !== undefined;
}

/** False where nobody of this id is paired. */
export async function removePerson(key: ChannelKey, personId: string): Promise<boolean> {
  const { agentId, id } = key;
  const gone = await sql().begin(async (tx) => {
    // What is said in the conversations that they were in is nothing for them any more.
    await db(tx)
      .update(channelChats)
      .set({ conversationId: null, form: null })
      .where(
        and(
          eq(channelChats.agentId, agentId),
          eq(channelChats.channel, id),
          eq(channelChats.chatId, personId),
        ),
      );
    await db(tx)
      .delete(channelOutbox)
      .where(
        and(
          eq(channelOutbox.agentId, agentId),
          eq(channelOutbox.channel, id),
          eq(channelOutbox.chatId, personId),
          // Not a parameter: for one the planner would not use the index of what is to be sent.
          raw`${channelOutbox.status} = 'waiting'`,
        ),
      );
    return db(tx)
      .delete(channelPeople)
      .where(isPerson(key, personId))
      .returning({ id: channelPeople.personId });
  });
  if (gone.length > 0) publishAccount(key);
  return gone.length > 0;
}

/** From now on this code pairs, and no earlier one. False where no account is linked. */
export async function setPairCode(key: ChannelKey, hash: string, untilMs: number): Promise<Date | null> {
  const [row] = await db()
    .update(channels)
    .set({ pairCode: hash, pairUntil: inMs(untilMs), pairTries: 0 })
    .where(isChannel(key))
    .returning({ until: raw<string>`${channels.pairUntil}` });
  if (row) publishAccount(key);
  return row ? new Date(row.until) : null;
}

type Person = Pick<ChannelPersonRow, "personId" | "name">;

/**
 * Pairs a person by a code, once: then it is void. A wrong one counts, whoever sends it, and after `maxTries` of them the
 * code is void.
 */
export async function pairBy(
  key: ChannelKey,
  hash: string,
  { personId, name }: Person,
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
      .values({ agentId, channel: id, personId, name })
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
