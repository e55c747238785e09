import { and, asc, eq, getTableColumns, isNull, ne, or, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import {
  channelChats,
  channelOutbox,
  channelPeople,
  channels,
  channelUpdates,
  mailRules,
} from "@/drizzle/schema";
import type { ChannelId, ChannelStatus } from "@/lib/shared/channels";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import { CHECK_MS, checkContact } from "@/lib/store/loop/contact";
import { notUnique } from "@/lib/store/not-unique";
import { processId } from "@/lib/store/process-id";
import type { ChannelRow } from "@/lib/store/rows";

/** Lease duration after which another server takes the channel over. */
export const CHANNEL_LEASE_MS = 8_000;

/** `credentials` are encrypted. */
export type StoredChannel = Omit<ChannelRow, "id"> & { id: ChannelId };
export type ChannelKey = { agentId: string; id: ChannelId };

const columns = { ...getTableColumns(channels), id: raw<ChannelId>`${channels.id}` };

export const isChannel = ({ agentId, id }: ChannelKey) =>
  and(eq(channels.agentId, agentId), eq(channels.id, id));

export const NO_CODE = { pairCode: null, pairUntil: null, pairTries: 0 };

export const inMs = (ms: number) => raw`now() + ${ms} * interval '1 ms'`;

export const publishAccount = ({ agentId, id }: ChannelKey) =>
  publish({ type: "channel", agent: agentId, id, what: "account" });

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
 * Links an account, replacing the previous one. If it is a different account, deletes the chats, people and
 * messages of the previous one. Throws `conflict` if another agent uses it.
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
      `Another agent of this workspace uses ${accountName}. Disconnect it there, or use another account.`,
    );
  publishAccount(channel);
}

/** Makes the connection start again, because something that it depends on has changed. */
export async function reviseChannel(key: ChannelKey): Promise<void> {
  await db()
    .update(channels)
    .set({ revision: raw`${channels.revision} + 1`, status: "connecting" })
    .where(isChannel(key));
  publishAccount(key);
}

/** Unlinks an account and deletes its chats and people. Conversations remain. */
export async function deleteChannel(key: ChannelKey): Promise<StoredChannel | null> {
  const gone = await sql().begin(async (tx) => {
    const [row] = await db(tx).delete(channels).where(isChannel(key)).returning(columns);
    if (row) await forgetOn(tx, key);
    return row ?? null;
  });
  if (gone) publishAccount(key);
  return gone;
}

async function forgetOn(tx: TransactionSql, { agentId, id }: ChannelKey): Promise<void> {
  if (id === "mail") await db(tx).delete(mailRules).where(eq(mailRules.agentId, agentId));
  for (const table of [channelPeople, channelChats, channelUpdates, channelOutbox])
    await db(tx)
      .delete(table)
      .where(and(eq(table.agentId, agentId), eq(table.channel, id)));
}

/**
 * Takes or renews this server's lease of a channel: if it is free, expired, this server's, or owned by a
 * server in `ended`. Returns null if another server has it or the channel does not exist.
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
    .set({ leaseOwner: processId(), leaseUntil: inMs(CHANNEL_LEASE_MS) })
    .where(and(isChannel(key), or(isNull(leaseOwner), eq(leaseOwner, processId()), isLate, isEnded)))
    .returning(columns);
  return row ?? null;
}

export async function releaseChannel(key: ChannelKey): Promise<void> {
  await db()
    .update(channels)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(and(isChannel(key), eq(channels.leaseOwner, processId())));
  publishAccount(key);
}

const isLeasedHere = (channel: ChannelKey & { revision: number }) =>
  and(isChannel(channel), eq(channels.revision, channel.revision), eq(channels.leaseOwner, processId()));

/**
 * Stores the position up to which updates were received. Returns false if this server lost the lease or the
 * account was replaced.
 */
export async function advanceCursor(
  channel: ChannelKey & { revision: number },
  cursor: string,
): Promise<boolean> {
  const rows = await db()
    .update(channels)
    .set({ cursor })
    .where(isLeasedHere(channel))
    .returning({ id: channels.id });
  return rows.length > 0;
}

/** Stores the channel's status; a null `error` clears the previous one. Returns whether anything changed. */
export async function noteStatus(
  channel: ChannelKey & { revision: number },
  status: Exclude<ChannelStatus, "off">,
  error: string | null,
): Promise<boolean> {
  const isNews = or(ne(channels.status, status), raw`${channels.error} is distinct from ${error}::text`);
  const rows = await db()
    .update(channels)
    .set({ status, error, connectedAt: status === "connected" ? raw`now()` : undefined })
    .where(and(isLeasedHere(channel), isNews))
    .returning({ id: channels.id });
  if (rows.length > 0) publishAccount(channel);
  return rows.length > 0;
}
