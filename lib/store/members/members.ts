import { and, desc, eq, isNull, max, ne, or, sql as raw, sum } from "drizzle-orm";
import {
  agentShares,
  agents,
  conversationShares,
  identities,
  invitations,
  jobs,
  mcpTokens,
  members,
  modelCalls,
  passkeys,
  sessions,
} from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { Member, MemberDetails } from "@/lib/shared/members/members";
import { type GivenRole, OWNER_ID } from "@/lib/shared/members/roles";
import { publish } from "@/lib/store/bus";
import { db, sql, toIso } from "@/lib/store/db";
import { isNotUnique } from "@/lib/store/not-unique";
import { publishMembers } from "./roster";

const columns = { id: members.id, name: members.name, email: members.email, role: members.role };

const isPresent = (id: string) => and(eq(members.id, id), isNull(members.removedAt));

export const noMember = () => new AppError("not_found", "There is no such member, or they were removed.");

export const emailTaken = () =>
  new AppError("conflict", "A member with this email address exists already.", {
    details: [{ path: "email", message: "A member has this address already" }],
  });

/** Condition for model calls of today in `timeZone`. */
const isToday = (timeZone: string) =>
  raw`${modelCalls.createdAt} >= date_trunc('day', now() at time zone ${timeZone}) at time zone ${timeZone}`;

/** Returns the cost of a member's model calls today in US dollars. */
export async function readSpentToday(memberId: string, timeZone: string): Promise<number> {
  const [row] = await db()
    .select({ usd: raw<number>`coalesce(${sum(modelCalls.cost)}, 0)::float8` })
    .from(modelCalls)
    .where(and(eq(modelCalls.memberId, memberId), isToday(timeZone)));
  return row?.usd ?? 0;
}

/** Lists the members with their cost of today, the owner first. */
export async function listMembers(timeZone: string): Promise<MemberDetails[]> {
  const used = db()
    .select({ memberId: sessions.memberId, at: max(sessions.lastUsedAt).as("at") })
    .from(sessions)
    .groupBy(sessions.memberId)
    .as("used");
  const spent = db()
    .select({ memberId: modelCalls.memberId, usd: sum(modelCalls.cost).as("usd") })
    .from(modelCalls)
    .where(isToday(timeZone))
    .groupBy(modelCalls.memberId)
    .as("spent");
  const rows = await db()
    .select({
      ...columns,
      dailyUsd: members.dailyUsd,
      createdAt: members.createdAt,
      lastUsedAt: used.at,
      spentUsd: raw<number>`coalesce(${spent.usd}, 0)::float8`,
    })
    .from(members)
    .leftJoin(used, eq(used.memberId, members.id))
    .leftJoin(spent, eq(spent.memberId, members.id))
    .where(isNull(members.removedAt))
    .orderBy(desc(eq(members.id, OWNER_ID)), members.createdAt, members.id);
  return rows.map((row) => ({
    ...row,
    createdAt: toIso(row.createdAt),
    lastUsedAt: row.lastUsedAt && toIso(row.lastUsedAt),
  }));
}

/** Changes the name or the email address of a member. Throws `conflict` if the address is taken. */
export async function changeOwnMember(
  id: string,
  change: { name?: string; email?: string },
): Promise<Member> {
  const [row] = await db()
    .update(members)
    .set({ name: change.name ?? raw`${members.name}`, email: change.email })
    .where(isPresent(id))
    .returning(columns)
    .catch((error) => {
      throw isNotUnique(error) ? emailTaken() : error;
    });
  if (!row) throw noMember();
  publishMembers();
  return row;
}

/** Changes the role or the daily limit of a member other than the owner. */
export async function changeMember(
  id: string,
  { role, dailyUsd }: { role?: GivenRole; dailyUsd?: number | null },
): Promise<Member> {
  if (id === OWNER_ID && role !== undefined)
    throw new AppError("conflict", "The owner keeps their role: the workspace always has one owner.");
  const [row] = await db()
    .update(members)
    .set({ role: role ?? raw`${members.role}`, dailyUsd })
    .where(isPresent(id))
    .returning(columns);
  if (!row) throw noMember();
  publishMembers();
  return row;
}

/**
 * Removes a member: ends their sessions, revokes their keys, tokens and shares, switches off their jobs, and gives their
 * agents to the owner. Their conversations stay hidden.
 */
export async function removeMember(id: string): Promise<void> {
  if (id === OWNER_ID) throw new AppError("conflict", "The owner cannot be removed.");
  const ended = await sql().begin(async (tx) => {
    const [row] = await db(tx)
      .update(members)
      .set({ removedAt: raw`now()`, passwordHash: null, totp: null, recoveryCodes: [] })
      .where(and(isPresent(id), ne(members.id, OWNER_ID)))
      .returning({ id: members.id });
    if (!row) throw noMember();
    await db(tx).update(agents).set({ memberId: OWNER_ID }).where(eq(agents.memberId, id));
    await db(tx).delete(agentShares).where(eq(agentShares.memberId, id));
    // A link that a removed admin kept would let them in again.
    await db(tx)
      .delete(invitations)
      .where(or(eq(invitations.invitedBy, id), eq(invitations.memberId, id)));
    for (const table of [passkeys, identities, conversationShares])
      await db(tx).delete(table).where(eq(table.memberId, id));
    const { id: token, agentId } = mcpTokens;
    const tokens = await db(tx)
      .delete(mcpTokens)
      .where(eq(mcpTokens.memberId, id))
      .returning({ token, agentId });
    await db(tx).update(jobs).set({ enabled: false, nextRunAt: null }).where(eq(jobs.memberId, id));
    const ended = await db(tx)
      .delete(sessions)
      .where(eq(sessions.memberId, id))
      .returning({ id: sessions.id });
    return { sessions: ended, tokens };
  });
  for (const session of ended.sessions) publish({ type: "session", id: session.id });
  for (const { token, agentId } of ended.tokens) publish({ type: "mcp_token", agent: agentId, id: token });
  publishMembers();
}
