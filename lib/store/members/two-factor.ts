import { and, eq, isNull, lt, or, sql as raw } from "drizzle-orm";
import { members } from "@/drizzle/schema";
import { db } from "@/lib/store/db";

/** The password and the second factor of a member. `totp` is encrypted. */
export type Credentials = Pick<
  typeof members.$inferSelect,
  "id" | "role" | "passwordHash" | "totp" | "recoveryCodes"
>;

const { id, role, passwordHash, totp, recoveryCodes } = members;
const COLUMNS = { id, role, passwordHash, totp, recoveryCodes };

export async function readCredentials(memberId: string): Promise<Credentials | null> {
  const [row] = await db()
    .select(COLUMNS)
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.removedAt)));
  return row ?? null;
}

/** `email`: in lower case. */
export async function findCredentials(email: string): Promise<Credentials | null> {
  const [row] = await db()
    .select(COLUMNS)
    .from(members)
    .where(and(eq(members.email, email), isNull(members.removedAt)));
  return row ?? null;
}

export async function writePassword(memberId: string, hash: string): Promise<void> {
  await db().update(members).set({ passwordHash: hash }).where(eq(members.id, memberId));
}

/** Switches the second factor on, with the time step of the code that confirmed it. */
export async function switchOnTwoFactors(
  memberId: string,
  { totp, totpUsed, recoveryCodes }: { totp: string; totpUsed: number; recoveryCodes: string[] },
): Promise<boolean> {
  const changed = await db()
    .update(members)
    .set({ totp, totpUsed, recoveryCodes })
    .where(and(eq(members.id, memberId), isNull(members.totp)))
    .returning({ id: members.id });
  return changed.length > 0;
}

export async function switchOffTwoFactors(memberId: string): Promise<void> {
  await db()
    .update(members)
    .set({ totp: null, totpUsed: null, recoveryCodes: [] })
    .where(eq(members.id, memberId));
}

/** Uses the code of a time step. Returns false if a code of this step or a later one was used. */
export async function spendTimeStep(memberId: string, step: number): Promise<boolean> {
  const used = await db()
    .update(members)
    .set({ totpUsed: step })
    .where(and(eq(members.id, memberId), or(isNull(members.totpUsed), lt(members.totpUsed, step))))
    .returning({ id: members.id });
  return used.length > 0;
}

/** Uses a recovery code. Returns false if the member has no such code, or it was used. */
export async function spendRecoveryCode(memberId: string, hash: string): Promise<boolean> {
  const used = await db()
    .update(members)
    .set({ recoveryCodes: raw`array_remove(${members.recoveryCodes}, ${hash})` })
    .where(and(eq(members.id, memberId), raw`${hash} = any(${members.recoveryCodes})`))
    .returning({ id: members.id });
  return used.length > 0;
}
