import { and, asc, eq, isNull, lte, or, sql as raw } from "drizzle-orm";
import type { ISql } from "postgres";
import { members, passkeys } from "@/drizzle/schema";
import { db } from "@/lib/store/db";

type Row = typeof passkeys.$inferSelect;
export type NewPasskey = Pick<Row, "id" | "memberId" | "name" | "counter" | "transports"> & {
  publicKey: Uint8Array;
};

/** Lists the passkeys of a member, the oldest first. */
export async function listPasskeys(memberId: string) {
  const { id, name, transports, createdAt, lastUsedAt } = passkeys;
  return db()
    .select({
      ...{ id, name, transports },
      createdAt: raw<string>`to_json(${createdAt})`,
      lastUsedAt: raw<string | null>`to_json(${lastUsedAt})`,
    })
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(asc(createdAt), asc(id));
}

/** Stores a passkey. Returns false if a passkey with this id exists, also of another member. */
export async function addPasskey(passkey: NewPasskey, tx?: ISql): Promise<boolean> {
  const added = await db(tx)
    .insert(passkeys)
    .values({ ...passkey, publicKey: Buffer.from(passkey.publicKey) })
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return added.length > 0;
}

/** Returns a passkey of a member who was not removed, or null. */
export async function findPasskey(id: string): Promise<Row | null> {
  const [row] = await db()
    .select({ passkey: passkeys })
    .from(passkeys)
    .innerJoin(members, and(eq(members.id, passkeys.memberId), isNull(members.removedAt)))
    .where(eq(passkeys.id, id));
  return row?.passkey ?? null;
}

/**
 * Stores the counter after a sign-in. Returns false if the counter has not grown since, which is the sign of a copied
 * passkey. Most passkeys do not count: theirs stays 0.
 */
export async function countUse(id: string, counter: number): Promise<boolean> {
  const used = await db()
    .update(passkeys)
    .set({ counter, lastUsedAt: raw`now()` })
    .where(and(eq(passkeys.id, id), or(raw`${passkeys.counter} < ${counter}`, lte(passkeys.counter, 0))))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

export async function renamePasskey(memberId: string, id: string, name: string): Promise<boolean> {
  const renamed = await db()
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.memberId, memberId)))
    .returning({ id: passkeys.id });
  return renamed.length > 0;
}

export async function removePasskey(memberId: string, id: string): Promise<boolean> {
  const removed = await db()
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.memberId, memberId)))
    .returning({ id: passkeys.id });
  return removed.length > 0;
}

/** Returns whether any member can sign in with a passkey. */
export async function hasPasskeys(): Promise<boolean> {
  const [row] = await db().select({ id: passkeys.id }).from(passkeys).limit(1);
  return row !== undefined;
}
