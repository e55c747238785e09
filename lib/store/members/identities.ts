import { and, asc, eq, isNull, sql as raw } from "drizzle-orm";
import type { ISql } from "postgres";
import { identities, members } from "@/drizzle/schema";
import { db } from "@/lib/store/db";

/** An account of an OIDC provider. Only the issuer and the subject identify it; the email address can change. */
export type Account = { issuer: string; subject: string; email: string | null };

/** Returns the member of an account, unless they were removed. */
export async function memberOfAccount({ issuer, subject }: Account): Promise<string | null> {
  const [row] = await db()
    .select({ memberId: identities.memberId })
    .from(identities)
    .innerJoin(members, and(eq(members.id, identities.memberId), isNull(members.removedAt)))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.memberId ?? null;
}

/** Links an account with a member. Returns false if it is linked with another one. */
export async function linkAccount(memberId: string, account: Account, tx?: ISql): Promise<boolean> {
  const linked = await db(tx)
    .insert(identities)
    .values({ ...account, memberId })
    .onConflictDoUpdate({
      target: [identities.issuer, identities.subject],
      set: { email: account.email, memberId },
      // A removed member cannot use the account any more, so that another one may.
      setWhere: raw`${identities.memberId} = ${memberId} or exists (
        select from ${members} where ${members.id} = ${identities.memberId} and ${members.removedAt} is not null)`,
    })
    .returning({ memberId: identities.memberId });
  return linked.length > 0;
}

export const listAccounts = (memberId: string): Promise<Account[]> =>
  db()
    .select({ issuer: identities.issuer, subject: identities.subject, email: identities.email })
    .from(identities)
    .where(eq(identities.memberId, memberId))
    .orderBy(asc(identities.createdAt), asc(identities.subject));

export async function unlinkAccount(memberId: string, issuer: string, subject: string): Promise<boolean> {
  const removed = await db()
    .delete(identities)
    .where(
      and(eq(identities.memberId, memberId), eq(identities.issuer, issuer), eq(identities.subject, subject)),
    )
    .returning({ subject: identities.subject });
  return removed.length > 0;
}
