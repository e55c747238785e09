import { sql } from "@/lib/store/db";
import type { PushKeys, PushSubscription } from "@/lib/store/rows";

/** More browsers than one person has; of more, the oldest is not told any more. */
const MAX_SUBSCRIPTIONS = 20;

export type StoredKeys = Pick<PushKeys, "publicKey" | "privateKey">;
export type Subscription = Pick<PushSubscription, "endpoint" | "p256dh" | "auth" | "sessionId">;

export async function readPushKeys(): Promise<StoredKeys | null> {
  const [row] = await sql()<StoredKeys[]>`
    select public_key as "publicKey", private_key as "privateKey" from push_keys where id = 1`;
  return row ?? null;
}

/**
 * Keeps a key pair where there is none, or in place of one that cannot be used any more, and gives the one that is there
 * then: of two servers one is first. Who subscribed by another pair cannot be told any more, and is forgotten.
 */
export async function keepPushKeys(
  { publicKey, privateKey }: StoredKeys,
  unusable: string | null,
): Promise<StoredKeys> {
  await sql()`
    with kept as (
      insert into push_keys (id, public_key, private_key) values (1, ${publicKey}, ${privateKey})
      on conflict (id) do update set public_key = excluded.public_key, private_key = excluded.private_key, created_at = now()
        where push_keys.public_key = ${unusable}
      returning id
    )
    delete from push_subscriptions where exists (select from kept)`;
  return (await readPushKeys()) ?? keepPushKeys({ publicKey, privateKey }, unusable);
}

/** Stores a subscription; the same address again is the same one, with its keys as they are now. */
export async function addSubscription({ endpoint, p256dh, auth, sessionId }: Subscription): Promise<void> {
  await sql().begin(async (tx) => {
    await tx`
      insert into push_subscriptions (endpoint, p256dh, auth, session_id) values (${endpoint}, ${p256dh}, ${auth}, ${sessionId})
      on conflict (endpoint) do update
      set p256dh = excluded.p256dh, auth = excluded.auth, session_id = excluded.session_id, created_at = now()`;
    await tx`
      delete from push_subscriptions where endpoint in (
        select endpoint from push_subscriptions order by created_at desc, endpoint offset ${MAX_SUBSCRIPTIONS})`;
  });
}

export async function readSubscription(endpoint: string): Promise<Subscription | null> {
  const [row] = await sql()<Subscription[]>`
    select endpoint, p256dh, auth, session_id as "sessionId" from push_subscriptions where endpoint = ${endpoint}`;
  return row ?? null;
}

export async function removeSubscription(endpoint: string): Promise<void> {
  await sql()`delete from push_subscriptions where endpoint = ${endpoint}`;
}

/** Those who may be told; `sessionIds` are the live sessions, null where no password is set. */
export async function listSubscriptions(sessionIds: readonly string[] | null): Promise<Subscription[]> {
  const all = await sql()<Subscription[]>`
    select endpoint, p256dh, auth, session_id as "sessionId" from push_subscriptions order by created_at`;
  return all.filter(
    ({ sessionId }) => sessionIds === null || (sessionId !== null && sessionIds.includes(sessionId)),
  );
}
