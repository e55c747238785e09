import { and, eq, ne } from "drizzle-orm";
import { passwords, sessions } from "@/drizzle/schema";
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
 * Replaces the owner's password and ends all sessions of the owner except `session`. All servers also end the streams of these
 * sessions. Returns false without a change if the stored password is not `was` any more.
 */
export async function replacePassword({ was, hash, session, key }: Change): Promise<boolean> {
  const isChanged = await sql().begin(async (tx) => {
    const changed =
      was === null
        ? await tx`insert into passwords (id, hash) values (${ID}, ${hash}) on conflict do nothing returning id`
        : hash === null
          ? await tx`delete from passwords where hash = ${was} returning id`
          : await tx`update passwords set hash = ${hash}, changed_at = now() where hash = ${was} returning id`;
    if (changed.length === 0) return false;
    const isOwners = eq(sessions.memberId, OWNER_ID);
    if (session === null || hash === null) await db(tx).delete(sessions).where(isOwners);
    else {
      await db(tx)
        .delete(sessions)
        .where(and(isOwners, ne(sessions.id, session)));
      await db(tx).update(sessions).set({ key }).where(eq(sessions.id, session));
    }
    return true;
  });
  if (!isChanged) return false;
  publish({ type: "password" });
  return true;
}
