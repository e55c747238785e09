import { randomBytes, randomUUID } from "node:crypto";
import { invitations, members } from "@/drizzle/schema";
import { COST, hashPassword } from "@/lib/ground/base/password-hash";
import { hashOfToken } from "@/lib/ground/base/token";
import { type GivenRole, OWNER_ID } from "@/lib/shared/members/roles";
import { db } from "@/lib/store/db";
import { publishMembers } from "@/lib/store/members/roster";

/** Adds a member. Returns the id. */
export async function addMember(
  email: string,
  password?: string,
  role: GivenRole = "member",
): Promise<string> {
  const id = randomUUID();
  const passwordHash = password === undefined ? null : await hashPassword(password, COST.CHEAP);
  await db().insert(members).values({ id, name: email, email, role, passwordHash });
  publishMembers();
  return id;
}

type Invited = Partial<typeof invitations.$inferInsert>;

/** Adds an invitation. Returns its token. */
export async function invite(invited: Invited = {}): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  await db()
    .insert(invitations)
    .values({ role: "member", invitedBy: OWNER_ID, expiresAt, tokenHash: hashOfToken(token), ...invited });
  return token;
}
