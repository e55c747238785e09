import { eq } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { invitations, members } from "@/drizzle/schema";
import type { GivenRole } from "@/lib/shared/members/roles";
import { db, sql } from "@/lib/store/db";
import { isNotUnique } from "@/lib/store/not-unique";
import { insertMember, type NewMember } from "./invitations";
import { emailTaken } from "./members";
import { publishMembers } from "./roster";

/**
 * Makes a member for whom a sign-in provider vouches. `add` stores their account in the same transaction. Throws `conflict`
 * if the email address is taken.
 */
export async function joinByDomain(
  member: NewMember & { role: GivenRole },
  add: (tx: TransactionSql, memberId: string) => Promise<void>,
): Promise<string> {
  const id = await sql()
    .begin(async (tx) => {
      const made = await insertMember(tx, member);
      await add(tx, made.id);
      return made.id;
    })
    .catch((error) => {
      throw isNotUnique(error) ? emailTaken() : error;
    });
  publishMembers();
  return id;
}

/** Returns the name of the member who made an invitation. */
export async function inviterOf(invitationId: string): Promise<string> {
  const [row] = await db()
    .select({ name: members.name })
    .from(invitations)
    .innerJoin(members, eq(members.id, invitations.invitedBy))
    .where(eq(invitations.id, invitationId));
  return row?.name ?? "";
}
