import { asc, desc, eq, inArray, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { pushKeys, pushSubscriptions } from "@/drizzle/schema";
import { db, sql } from "@/lib/store/db";
import { putPushKeys } from "@/lib/store/hot/push";
import type { PushKeys, PushSubscription } from "@/lib/store/rows";

/** Maximum number of subscribed browsers. A new subscription removes the oldest beyond it. */
const MAX_SUBSCRIPTIONS = 20;

export type StoredKeys = Pick<PushKeys, "publicKey" | "privateKey">;
export type Subscription = Pick<PushSubscription, "endpoint" | "p256dh" | "auth" | "sessionId">;

const columns = {
  endpoint: pushSubscriptions.endpoint,
  p256dh: pushSubscriptions.p256dh,
  auth: pushSubscriptions.auth,
  sessionId: pushSubscriptions.sessionId,
};

export async function readPushKeys(): Promise<StoredKeys | null> {
  const [row] = await db()
    .select({ publicKey: pushKeys.publicKey, privateKey: pushKeys.privateKey })
    .from(pushKeys)
    .where(eq(pushKeys.id, 1));
  return row ?? null;
}

/**
 * Stores a key pair if there is none, or if the stored one is `unusable`. Returns the stored pair, which may
 * be the one of another server that was faster. Replacing a pair deletes the subscriptions, which work only
 * with the old pair.
 */
export async function keepPushKeys(keys: StoredKeys, unusable: string | null): Promise<StoredKeys> {
  await putPushKeys(keys, unusable);
  return (await readPushKeys()) ?? keepPushKeys(keys, unusable);
}

/** Adds a subscription. If its endpoint is known, replaces the stored keys. */
export async function addSubscription({ endpoint, p256dh, auth, sessionId }: Subscription): Promise<void> {
  const subscription = alias(pushSubscriptions, "kept_subscription");
  const tooMany = db()
    .select({ endpoint: subscription.endpoint })
    .from(subscription)
    .orderBy(desc(subscription.createdAt), asc(subscription.endpoint))
    .offset(MAX_SUBSCRIPTIONS);
  await sql().begin(async (tx) => {
    await db(tx)
      .insert(pushSubscriptions)
      .values({ endpoint, p256dh, auth, sessionId })
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: { p256dh, auth, sessionId, createdAt: raw`now()` },
      });
    await db(tx).delete(pushSubscriptions).where(inArray(pushSubscriptions.endpoint, tooMany));
  });
}

export async function readSubscription(endpoint: string): Promise<Subscription | null> {
  const [row] = await db()
    .select(columns)
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, endpoint));
  return row ?? null;
}

export async function removeSubscription(endpoint: string): Promise<void> {
  await db().delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
}

/**
 * Lists subscriptions that may be notified. `sessionIds` are the live sessions of a member; null if no password is set.
 */
export async function listSubscriptions(sessionIds: readonly string[] | null): Promise<Subscription[]> {
  const all = await db().select(columns).from(pushSubscriptions).orderBy(asc(pushSubscriptions.createdAt));
  return all.filter(
    ({ sessionId }) => sessionIds === null || (sessionId !== null && sessionIds.includes(sessionId)),
  );
}
