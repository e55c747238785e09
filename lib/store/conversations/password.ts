import { and, eq, ne } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { passwords, pushSubscriptions, sessions } from "@/drizzle/schema";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";

const ID = 1;

export async function readPasswordHash(): Promise<string | null> {
  const [row] = await db().select({ hash: passwords.hash }).from(passwords).where(eq(passwords.id, ID));
  return row?.hash ?? null;
}

type Change = {
  /** The stored hash that the user has confirmed; null if there was none. */
  was: string | null;
  /** The new hash; null removes the password. */
  hash: string | null;
  /** The session that continues, if there is one, and the key of sessions under the new password. */
  session: string | null;
  key: string;
};

/**
 * Replaces the owner's password and ends all sessions of the owner. All servers also end the streams of these sessions.
 * `session` continues under a new id, so that copies of its cookie are invalid, too. Returns that id; false, without a
 * change, if the stored password is not `was` any more.
 */
export async function replacePassword({ was, hash, session, key }: Change): Promise<string | null | false> {
  const kept = await sql().begin(async (tx) => {
    const changed =
      was === null
        ? await tx`insert into passwords (id, hash) values (${ID}, ${hash}) on conflict do nothing returning id`
        : hash === null
          ? await tx`delete from passwords where hash = ${was} returning id`
          : await tx`update passwords set hash = ${hash}, changed_at = now() where hash = ${was} returning id`;
    if (changed.length === 0) return false;
    const next = session === null || hash === null ? null : await renewed(tx, session, key);
    await db(tx)
      .delete(sessions)
      .where(and(eq(sessions.memberId, OWNER_ID), next === null ? undefined : ne(sessions.id, next)));
    return next;
  });
  if (kept !== false) publish({ type: "password" });
  return kept;
}

/** Copies a session to a new id, with its subscription to notifications. Returns null if it has ended. */
async function renewed(tx: TransactionSql, id: string, key: string): Promise<string | null> {
  const { memberId, userAgent, createdAt } = sessions;
  const [old] = await db(tx)
    .select({ memberId, userAgent, createdAt })
    .from(sessions)
    .where(eq(sessions.id, id));
  if (!old) return null;
  const [made] = await db(tx)
    .insert(sessions)
    .values({ ...old, key })
    .returning({ id: sessions.id });
  if (!made) throw new Error("The session was not stored");
  await db(tx)
    .update(pushSubscriptions)
    .set({ sessionId: made.id })
    .where(eq(pushSubscriptions.sessionId, id));
  return made.id;
}
