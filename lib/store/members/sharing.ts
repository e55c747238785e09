import { and, eq, inArray, isNull } from "drizzle-orm";
import { agentShares, agents, conversationShares, conversations, members } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { AgentSharing, ConversationSharing } from "@/lib/shared/members/members";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { publishMembers } from "./roster";

/** Returns with whom an agent is shared. */
export async function readAgentSharing(agentId: string): Promise<AgentSharing> {
  const [[agent], shares] = await Promise.all([
    db().select({ everyone: agents.everyone }).from(agents).where(eq(agents.id, agentId)),
    db()
      .select({ memberId: agentShares.memberId, right: agentShares.right })
      .from(agentShares)
      .innerJoin(members, and(eq(members.id, agentShares.memberId), isNull(members.removedAt)))
      .where(eq(agentShares.agentId, agentId))
      .orderBy(agentShares.createdAt, agentShares.memberId),
  ]);
  return { everyone: agent?.everyone ?? null, members: shares };
}

/** Replaces the sharing of an agent. Throws `invalid` for unknown members. */
export async function changeAgentSharing(agentId: string, sharing: AgentSharing): Promise<void> {
  await sql().begin(async (tx) => {
    await assertMembers(
      tx,
      sharing.members.map(({ memberId }) => memberId),
    );
    await db(tx).update(agents).set({ everyone: sharing.everyone }).where(eq(agents.id, agentId));
    await db(tx).delete(agentShares).where(eq(agentShares.agentId, agentId));
    const rows = sharing.members.map((one) => ({ agentId, ...one }));
    if (rows.length > 0) await db(tx).insert(agentShares).values(rows).onConflictDoNothing();
  });
  publishMembers();
}

/** Returns who may read a conversation besides its author. */
export async function readConversationSharing(conversationId: string): Promise<ConversationSharing> {
  const [[row], shares] = await Promise.all([
    db()
      .select({ everyone: conversations.everyone })
      .from(conversations)
      .where(eq(conversations.id, conversationId)),
    db()
      .select({ memberId: conversationShares.memberId })
      .from(conversationShares)
      .where(eq(conversationShares.conversationId, conversationId)),
  ]);
  return { everyone: row?.everyone ?? false, members: shares.map(({ memberId }) => memberId) };
}

/** Replaces the sharing of a conversation. Throws `invalid` for unknown members. */
export async function changeConversationSharing(
  { agentId, conversationId }: { agentId: string; conversationId: string },
  { everyone, members: ids }: ConversationSharing,
): Promise<void> {
  await sql().begin(async (tx) => {
    await assertMembers(tx, ids);
    const [row] = await db(tx)
      .update(conversations)
      .set({ everyone })
      .where(
        and(
          ...[eq(conversations.id, conversationId), eq(conversations.agentId, agentId)],
          isNull(conversations.deletedAt),
        ),
      )
      .returning({ id: conversations.id });
    if (!row) throw new AppError("not_found", `There is no conversation ${conversationId}.`);
    await db(tx).delete(conversationShares).where(eq(conversationShares.conversationId, conversationId));
    const rows = [...new Set(ids)].map((memberId) => ({ conversationId, memberId }));
    if (rows.length > 0) await db(tx).insert(conversationShares).values(rows);
  });
  publishMembers();
  publish({ type: "conversation", agent: agentId, id: conversationId });
}

/** Throws `invalid` for unknown and removed members. */
export async function assertMembers(tx: Parameters<typeof db>[0], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await db(tx)
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.id, [...ids]), isNull(members.removedAt)));
  if (found.length === new Set(ids).size) return;
  throw new AppError("invalid", "members: There is no such member, or they were removed. Reload the page.");
}
