import type { ChannelId, ChannelPerson, ChannelStatus } from "@/lib/shared/channels";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import { CHECK_MS, checkContact } from "@/lib/store/loop/contact";
import { notUnique } from "@/lib/store/not-unique";
import { processId } from "@/lib/store/process-id";
import type { ChannelPersonRow, ChannelRow } from "@/lib/store/rows";

/** How long a server may be silent before another one receives and sends in its place, and how often it speaks. */
export const CHANNEL_LEASE_MS = 8_000;

/** An account as it is stored: the credentials are sealed. */
export type StoredChannel = Omit<ChannelRow, "id"> & { id: ChannelId };
export type ChannelKey = { agentId: string; id: ChannelId };

const columns = () => sql()`
  agent_id as "agentId", id, credentials, account_id as "accountId", account_name as "accountName",
  account_url as "accountUrl", revision, status, error, cursor, lease_owner as "leaseOwner", lease_until as "leaseUntil",
  pair_code as "pairCode", pair_until as "pairUntil", pair_tries as "pairTries", connected_at as "connectedAt",
  created_at as "createdAt"`;

const changed = ({ agentId, id }: ChannelKey) =>
  publish({ type: "channel", agent: agentId, id, what: "account" });

/** Of all agents, or of one. */
export const listChannels = (agentId: string | null = null) =>
  sql()<StoredChannel[]>`
    select ${columns()} from channels where ${agentId}::uuid is null or agent_id = ${agentId}::uuid order by agent_id, id`;

export async function readChannel({ agentId, id }: ChannelKey): Promise<StoredChannel | null> {
  const [row] = await sql()<StoredChannel[]>`
    select ${columns()} from channels where agent_id = ${agentId} and id = ${id}`;
  return row ?? null;
}

type NewChannel = ChannelKey & Pick<ChannelRow, "credentials" | "accountId" | "accountName" | "accountUrl">;

/**
 * Links an account, in place of the one before. Another account begins anew: its chats, people and what waited are not
 * those of the one before. Throws where another agent has it.
 */
export async function saveChannel(channel: NewChannel): Promise<void> {
  const { agentId, id, credentials, accountId, accountName, accountUrl } = channel;
  const saved = await sql()
    .begin(async (tx) => {
      const [before] = await tx<Pick<ChannelRow, "accountId">[]>`
        select account_id as "accountId" from channels where agent_id = ${agentId} and id = ${id} for update`;
      if (before && before.accountId !== accountId) await forgetOn(tx, { agentId, id });
      return tx`
        insert into channels (agent_id, id, credentials, account_id, account_name, account_url)
        values (${agentId}, ${id}, ${credentials}, ${accountId}, ${accountName}, ${accountUrl})
        on conflict (agent_id, id) do update set credentials = excluded.credentials, account_id = excluded.account_id,
          account_name = excluded.account_name, account_url = excluded.account_url, revision = channels.revision + 1,
          status = 'connecting', error = null,
          cursor = case when channels.account_id = excluded.account_id then channels.cursor end,
          pair_code = null, pair_until = null, pair_tries = 0
        returning id`;
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
    const [row] = await tx<StoredChannel[]>`
      delete from channels where agent_id = ${key.agentId} and id = ${key.id} returning ${columns()}`;
    if (row) await forgetOn(tx, key);
    return row ?? null;
  });
  if (gone) changed(key);
  return gone;
}

type Tx = Parameters<Parameters<ReturnType<typeof sql>["begin"]>[1]>[0];

async function forgetOn(tx: Tx, { agentId, id }: ChannelKey): Promise<void> {
  await tx`delete from channel_people where agent_id = ${agentId} and channel = ${id}`;
  await tx`delete from channel_chats where agent_id = ${agentId} and channel = ${id}`;
  await tx`delete from channel_updates where agent_id = ${agentId} and channel = ${id}`;
  await tx`delete from channel_outbox where agent_id = ${agentId} and channel = ${id}`;
}

/**
 * Takes or renews the lease of a channel for this server: where it is free or late, where its owner is among `ended`, or
 * where it is this server's. Null when another server has it, or there is no such channel.
 */
export async function leaseChannel(
  { agentId, id }: ChannelKey,
  ended: readonly string[],
): Promise<StoredChannel | null> {
  const { canTrustLeases, checkedAt } = await checkContact(CHANNEL_LEASE_MS);
  const [row] = await sql()<StoredChannel[]>`
    update channels set lease_owner = ${processId()}, lease_until = now() + ${CHANNEL_LEASE_MS} * interval '1 ms'
    where agent_id = ${agentId} and id = ${id} and (
      lease_owner is null or lease_owner = ${processId()}
      or (lease_until < now() and ${canTrustLeases} and extract(epoch from now()) * 1000 < ${checkedAt + CHECK_MS}::float8)
      or lease_owner in (select value::uuid from json_array_elements_text(${asJson(ended)}::json)))
    returning ${columns()}`;
  return row ?? null;
}

/** Gives a lease back, so that another server need not wait. */
export async function releaseChannel({ agentId, id }: ChannelKey): Promise<void> {
  await sql()`
    update channels set lease_owner = null, lease_until = null
    where agent_id = ${agentId} and id = ${id} and lease_owner = ${processId()}`;
  publish({ type: "channel", agent: agentId, id, what: "account" });
}

/** Of the account of this revision, on the server that has the lease. */
const held = ({ agentId, id, revision }: ChannelKey & { revision: number }) => sql()`
  agent_id = ${agentId} and id = ${id} and revision = ${revision} and lease_owner = ${processId()}`;

/** False where this server no longer has the lease, or the account is another one. */
export async function advanceCursor(
  channel: ChannelKey & { revision: number },
  cursor: string,
): Promise<boolean> {
  const rows = await sql()`update channels set cursor = ${cursor} where ${held(channel)} returning id`;
  return rows.length > 0;
}

/** Says how a channel stands. `error` null takes an earlier one away. Gives whether that is news. */
export async function noteStatus(
  channel: ChannelKey & { revision: number },
  status: Exclude<ChannelStatus, "off">,
  error: string | null,
): Promise<boolean> {
  const rows = await sql()`
    update channels set status = ${status}, error = ${error},
      connected_at = case when ${status === "connected"} then now() else connected_at end
    where ${held(channel)} and (status <> ${status} or error is distinct from ${error}) returning id`;
  if (rows.length > 0) changed(channel);
  return rows.length > 0;
}

/** People who are paired, in the order in which they were. */
export async function listPeople({ agentId, id }: ChannelKey): Promise<ChannelPerson[]> {
  const rows = await sql()<ChannelPerson[]>`
    select person_id as id, name, paired_at as "pairedAt" from channel_people
    where agent_id = ${agentId} and channel = ${id} order by paired_at, person_id`;
  return rows.map((row) => ({ ...row, pairedAt: new Date(row.pairedAt).toISOString() }));
}

export async function isPaired({ agentId, id }: ChannelKey, personId: string): Promise<boolean> {
  const [row] = await sql()`
    select from channel_people where agent_id = ${agentId} and channel = ${id} and person_id = ${personId}`;
  return row !== undefined;
}

/** False where nobody of this id is paired. */
export async function removePerson(key: ChannelKey, personId: string): Promise<boolean> {
  const gone = await sql().begin(async (tx) => {
    // What is said in the conversations that they were in is nothing for them any more.
    await tx`
      update channel_chats set conversation_id = null, form = null
      where agent_id = ${key.agentId} and channel = ${key.id} and chat_id = ${personId}`;
    await tx`
      delete from channel_outbox where agent_id = ${key.agentId} and channel = ${key.id} and chat_id = ${personId}
        and status = 'waiting'`;
    return tx`
      delete from channel_people where agent_id = ${key.agentId} and channel = ${key.id} and person_id = ${personId}
      returning person_id`;
  });
  if (gone.length > 0) changed(key);
  return gone.length > 0;
}

/** From now on this code pairs, and no earlier one. False where no account is linked. */
export async function setPairCode(key: ChannelKey, hash: string, untilMs: number): Promise<Date | null> {
  const [row] = await sql()<{ until: string }[]>`
    update channels set pair_code = ${hash}, pair_until = now() + ${untilMs} * interval '1 ms', pair_tries = 0
    where agent_id = ${key.agentId} and id = ${key.id} returning pair_until as until`;
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
    const [row] = await tx<{ isRight: boolean }[]>`
      select pair_code = ${hash} as "isRight" from channels
      where agent_id = ${agentId} and id = ${id} and pair_code is not null and pair_until > now() for update`;
    if (!row) return false;
    if (!row.isRight) {
      await tx`
        update channels set pair_tries = pair_tries + 1,
          pair_code = case when pair_tries + 1 >= ${maxTries} then null else pair_code end
        where agent_id = ${agentId} and id = ${id}`;
      return false;
    }
    await tx`
      insert into channel_people (agent_id, channel, person_id, name) values (${agentId}, ${id}, ${personId}, ${name})
      on conflict (agent_id, channel, person_id) do update set name = excluded.name`;
    await tx`
      update channels set pair_code = null, pair_until = null, pair_tries = 0 where agent_id = ${agentId} and id = ${id}`;
    return true;
  });
  changed(key);
  return paired;
}
