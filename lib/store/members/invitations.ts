import { and, desc, eq, gt, inArray, isNull, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { agentShares, agents, invitations, members } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import { MAX_MEMBERS, type Member, type NewInvitation } from "@/lib/shared/members/members";
import type { GivenRole } from "@/lib/shared/members/roles";
import { db, sql, toIso } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import { isNotUnique } from "@/lib/store/not-unique";
import { emailTaken } from "./members";
import { publishMembers } from "./roster";

const MAX_OPEN = 100;

export type StoredInvitation = {
  id: string;
  tokenHash: string;
  role: GivenRole;
  name: string;
  email: string | null;
  memberId: string | null;
  expiresAt: string;
  createdAt: string;
};

const columns = {
  ...{ id: invitations.id, tokenHash: invitations.tokenHash, role: invitations.role, name: invitations.name },
  ...{ email: invitations.email, memberId: invitations.memberId },
  ...{ expiresAt: invitations.expiresAt, createdAt: invitations.createdAt },
};

const isOpen = () => and(isNull(invitations.usedAt), gt(invitations.expiresAt, raw`now()`));

const toInvitation = (row: StoredInvitation): StoredInvitation => ({
  ...row,
  expiresAt: toIso(row.expiresAt),
  createdAt: toIso(row.createdAt),
});

type Making = Pick<NewInvitation, "role" | "name" | "email" | "days" | "agents"> & {
  id: string;
  tokenHash: string;
  invitedBy: string;
  memberId?: string;
};

/** Stores an invitation. Throws `conflict` if too many are open. */
export async function addInvitation({ days, ...fields }: Making): Promise<StoredInvitation> {
  return sql().begin(async (tx) => {
    await lockName(tx, "invitations");
    const open = await db(tx).$count(invitations, isOpen());
    if (open >= MAX_OPEN)
      throw new AppError(
        "conflict",
        `${MAX_OPEN} invitations are open, the maximum. Revoke one that is not needed.`,
      );
    const [row] = await db(tx)
      .insert(invitations)
      .values({ ...fields, expiresAt: raw`now() + ${days} * interval '1 day'` })
      .returning(columns);
    if (!row) throw new Error("The invitation was not stored");
    return toInvitation(row);
  });
}

/** Lists invitations that can still be used, newest first. */
export async function listInvitations(): Promise<StoredInvitation[]> {
  const rows = await db()
    .select(columns)
    .from(invitations)
    .where(isOpen())
    .orderBy(desc(invitations.createdAt));
  return rows.map(toInvitation);
}

/** Returns the invitation of a token, or null if it was used, revoked or has expired. */
export async function readInvitation(tokenHash: string): Promise<StoredInvitation | null> {
  const [row] = await db()
    .select(columns)
    .from(invitations)
    .where(and(eq(invitations.tokenHash, tokenHash), isOpen()));
  return row ? toInvitation(row) : null;
}

/** Revokes an invitation. Returns false if it does not exist. */
export async function removeInvitation(id: string): Promise<boolean> {
  const gone = await db().delete(invitations).where(eq(invitations.id, id)).returning({ id: invitations.id });
  return gone.length > 0;
}

/** `id`: set if it is known before, because a passkey names it. */
export type NewMember = { id?: string; name: string; email: string | null; passwordHash?: string | null };

/**
 * Uses an invitation: makes the new member and shares the agents that it names, or renews the password of its member. `add`
 * stores further data in the same transaction, such as a passkey. Of several uses at the same time, one succeeds. Returns null if
 * the invitation was used, revoked or has expired. Throws `conflict` if the email address is taken.
 */
export async function takeInvitation(
  tokenHash: string,
  { id, name, email, passwordHash = null }: NewMember,
  add: (tx: TransactionSql, memberId: string) => Promise<void> = async () => {},
): Promise<Member | null> {
  const member = await sql()
    .begin(async (tx) => {
      const [used] = await db(tx)
        .update(invitations)
        .set({ usedAt: raw`now()` })
        .where(and(eq(invitations.tokenHash, tokenHash), isOpen()))
        .returning();
      if (!used) return null;
      const made = used.memberId
        ? await renew(tx, used.memberId, passwordHash)
        : await insertMember(tx, { id, name, email, passwordHash, role: used.role });
      if (!made) return null;
      if (!used.memberId) await share(tx, made.id, used.invitedBy, used.agents);
      await add(tx, made.id);
      return made;
    })
    .catch((error) => {
      throw isNotUnique(error) ? emailTaken() : error;
    });
  if (member) publishMembers();
  return member;
}

const shown = { id: members.id, name: members.name, email: members.email, role: members.role };

async function renew(
  tx: TransactionSql,
  id: string,
  passwordHash: string | null,
): Promise<Member | undefined> {
  const [row] = await db(tx)
    .update(members)
    .set({ passwordHash: passwordHash ?? raw`${members.passwordHash}`, totp: null, recoveryCodes: [] })
    .where(and(eq(members.id, id), isNull(members.removedAt)))
    .returning(shown);
  return row;
}

/** Inserts a member. Throws `conflict` if there are too many. */
export async function insertMember(
  tx: TransactionSql,
  fields: NewMember & { role: GivenRole },
): Promise<Member> {
  await lockName(tx, "members");
  if ((await db(tx).$count(members, isNull(members.removedAt))) >= MAX_MEMBERS)
    throw new AppError("conflict", `The workspace has ${MAX_MEMBERS} members, the maximum.`);
  const [row] = await db(tx).insert(members).values(fields).returning(shown);
  if (!row) throw new Error("The member was not stored");
  return row;
}

/** Shares agents that still belong to the member who invited. */
async function share(
  tx: TransactionSql,
  memberId: string,
  owner: string,
  wanted: readonly { id: string; right: "use" | "edit" }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const ids = wanted.map(({ id }) => id);
  const own = await db(tx)
    .select({ id: agents.id })
    .from(agents)
    .where(and(inArray(agents.id, ids), eq(agents.memberId, owner)));
  const rows = wanted
    .filter(({ id }) => own.some((agent) => agent.id === id))
    .map(({ id: agentId, right }) => ({ agentId, memberId, right }));
  if (rows.length > 0) await db(tx).insert(agentShares).values(rows).onConflictDoNothing();
}
