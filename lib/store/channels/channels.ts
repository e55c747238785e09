import { and, asc, eq, getTableColumns, isNotNull, isNull, ne, or, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { channelChats, channelOutbox, channelPeople, channels, channelUpdates } from "@/drizzle/schema";
import type { ChannelId, ChannelPerson, ChannelStatus } from "@/lib/shared/channels";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import { CHECK_MS, checkContact } from "@/lib/store/loop/contact";
import { notUnique } from "@/lib/store/not-unique";
import { processId } from "@/lib/store/process-id";
import type { ChannelPersonRow, ChannelRow } from "@/lib/store/rows";

/** How long a server may be silent before another one receives and sends in its place, and how often it speaks. */
export const CHANNEL_LEASE_MS = 8_000;

/** An account as it is stored: the credentials are sealed. */
export type StoredChannel = Omit<ChannelRow, "id"> & { id: ChannelId };
export type ChannelKey = { agentId: string; id: ChannelId };

const columns = { ...getTableColumns(channels), id: raw<ChannelId>`${channels.id}` };

const isChannel = ({ agentId, id }: ChannelKey) => and(eq(channels.agentId, agentId), eq(channels.id, id));

/** No code pairs. */
const NO_CODE = { pairCode: null, pairUntil: null, pairTries: 0 };

const after = (ms: number) => raw`now() + ${ms} * interval '1 ms'`;

const changed = ({ agentId, id }: ChannelKey) =>
  publish({ type: "channel", agent: agentId, id, what: "account" });

/** Of all agents, or of one. */
export const listChannels = async (agentId: string | null = null): Promise<StoredChannel[]> =>
  db()
    .select(columns)
    .from(channels)
    .where(agentId === null ? undefined : eq(channels.agentId, agentId))
    .orderBy(asc(channels.agentId), asc(channels.id));

export async function readChannel(key: ChannelKey): Promise<StoredChannel | null> {
  const [row] = await db().select(columns).from(channels).where(isChannel(key));
  return row ?? null;
}

type NewChannel = ChannelKey & Pick<ChannelRow, "credentials" | "accountId" | "accountName" | "accountUrl">;

/**
 * Links an account, in place of the one before. Another account begins anew: its chats, people and what waited are not
 * those of the one before. Throws where another agent has it.
 */
export async function saveChannel(channel: NewChannel): Promise<void> {
  const { agentId, id, credentials, accountId, accountName, accountUrl } = channel;
  const account = { credentials, accountId, accountName, accountUrl };
  const saved = await sql()
    .begin(async (tx) => {
      const [before] = await db(tx)
        .select({ accountId: channels.accountId })
        .from(channels)
        .where(isChannel(channel))
        .for("update");
      if (before && before.accountId !== accountId) await forgetOn(tx, channel);
      return db(tx)
        .insert(channels)
        .values({ agentId, id, ...account })
        .onConflictDoUpdate({
          target: [channels.agentId, channels.id],
          set: {
            ...account,
            revision: raw`${channels.revision} + 1`,
            status: "connecting",
            error: null,
            cursor: raw`case when ${channels.accountId} = excluded.account_id then ${channels.cursor} end`,
            ...NO_CODE,
          },
        })
        .returning({ id: channels.id });
    })
    .catch(notUnique);
  if (!saved[0])
    throw new AppError(
      "conflict",
      `Another agent of this workspace has ${accountName}. Disconnect it there, or use another one.`,
    );
  changed(channel);
}

/** Unlinks an account. What it has said and heard stays in its conversations. */
export async function deleteChannel(key: ChannelKey): Promise<StoredChannel | null> {
  const gone = await sql().begin(async (tx) => {
    const [row] = await db(tx).delete(channels).where(isChannel(key)).returning(columns);
    if (row) await forgetOn(tx, key);
    return row ?? null;
  });
  if (gone) changed(key);
  return gone;
}

async function forgetOn(tx: TransactionSql, { agentId, id }: ChannelKey): Promise<void> {
  for (const table of [channelPeople, channelChats, channelUpdates, channelOutbox])
    await db(tx)
      .delete(table)
      .where(and(eq(table.agentId, agentId), eq(table.channel, id)));
}

/**
 * Takes or renews the lease of a channel for this server: where it is free or late, where its owner is among `ended`, or
 * where it is this server's. Null when another server has it, or there is no such channel.
 */
export async function leaseChannel(key: ChannelKey, ended: readonly string[]): Promise<StoredChannel | null> {
  const { canTrustLeases, checkedAt } = await checkContact(CHANNEL_LEASE_MS);
  const { leaseOwner, leaseUntil } = channels;
  const isLate = and(
    raw`${leaseUntil} < now()`,
    raw`${canTrustLeases}::boolean`,
    raw`extract(epoch from now()) * 1000 < ${checkedAt + CHECK_MS}::float8`,
  );
  const isEnded = raw`${leaseOwner} in (select value::uuid from json_array_elements_text(${asJson(ended)}::json))`;
  const [row] = await db()
    .update(channels)
    .set({ leaseOwner: processId(), leaseUntil: after(CHANNEL_LEASE_MS) })
    .where(and(isChannel(key), or(isNull(leaseOwner), eq(leaseOwner, processId()), isLate, isEnded)))
    .returning(columns);
  return row ?? null;
}

/** Gives a lease back, so that another server need not wait. */
export async function releaseChannel(key: ChannelKey): Promise<void> {
  await db()
    .update(channels)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(and(isChannel(key), eq(channels.leaseOwner, processId())));
  changed(key);
}

/** Of the account of this revision, on the server that has the lease. */
const held = (channel: ChannelKey & { revision: number }) =>
  and(isChannel(channel), eq(channels.revision, channel.revision), eq(channels.leaseOwner, processId()));

/** False where this server no longer has the lease, or the account is another one. */
export async function advanceCursor(
  channel: ChannelKey & { revision: number },
  cursor: string,
): Promise<boolean> {
  const rows = await db()
    .update(channels)
    .set({ cursor })
    .where(held(channel))
    .returning({ id: channels.id });
  return rows.length > 0;
}

/** Says how a channel stands. `error` null takes an earlier one away. Gives whether that is news. */
export async function noteStatus(
  channel: ChannelKey & { revision: number },
  status: Exclude<ChannelStatus, "off">,
  error: string | null,
): Promise<boolean> {
  const isNews = or(ne(channels.status, status), raw`${channels.error} is distinct from ${error}::text`);
  const rows = await db()
    .update(channels)
    .set({ status, error, connectedAt: status === "connected" ? raw`now()` : undefined })
    .where(and(held(channel), isNews))
    .returning({ id: channels.id });
  if (rows.length > 0) changed(channel);
  return rows.length > 0;
}

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
  if (gone.length > 0) changed(key);
  return gone.length > 0;
}

/** From now on this code pairs, and no earlier one. False where no account is linked. */
export async function setPairCode(key: ChannelKey, hash: string, untilMs: number): Promise<Date | null> {
  const [row] = await db()
    .update(channels)
    .set({ pairCode: hash, pairUntil: after(untilMs), pairTries: 0 })
    .where(isChannel(key))
    .returning({ until: raw<string>`${channels.pairUntil}` });
  if (row) changed(key);
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
  changed(key);
  return paired;
}
