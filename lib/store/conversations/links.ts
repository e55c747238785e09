import { and, eq, isNull, sql as raw } from "drizzle-orm";
import { conversations, shares } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import { MAX_SHARES, type Share, type ShareChoices } from "@/lib/shared/shares";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import { isAuthor } from "@/lib/store/members/visible";
import type { ShareRow } from "@/lib/store/rows";
import { isOver, isThere, shareColumns } from "./shares";

/*
 * Public links to whole conversations: rows of `shares` without a surface. A conversation has at most one, and sharing
 * again replaces its copy under the same address.
 */

type Copy = Pick<ShareRow, "agentId" | "conversationId" | "document" | "bundles"> & {
  /** The id of a new link. */
  id: string;
  tokenHash(id: string): string;
  choices: ShareChoices;
};
export type StoredLink = Share & { tokenHash: string };

const columns = { ...shareColumns, tokenHash: shares.tokenHash };
const ofConversation = (agentId: string, conversationId: string) =>
  and(eq(shares.agentId, agentId), eq(shares.conversationId, conversationId), isNull(shares.sheet));

/** Condition: the acting member is the author of the conversation, which is not deleted. */
const isOwn = ({ agentId, conversationId }: Pick<Copy, "agentId" | "conversationId">) =>
  and(
    ...[eq(conversations.id, conversationId), eq(conversations.agentId, agentId)],
    ...[isNull(conversations.deletedAt), isAuthor()],
  );

/**
 * Stores the copy of a conversation, and the choices for it, which remain after the link. Throws `not_found` if the acting
 * member is not the author, and `conflict`.
 */
export async function storeLink({ id, tokenHash, choices, ...copy }: Copy): Promise<StoredLink> {
  const { agentId, conversationId } = copy;
  const link = await sql().begin(async (tx) => {
    await lockName(tx, `${agentId} shares`);
    const [conversation] = await db(tx)
      .update(conversations)
      .set({ linkChoices: choices })
      .where(isOwn(copy))
      .returning({ memberId: conversations.memberId });
    if (!conversation) throw new AppError("not_found", "There is no such conversation.");
    await db(tx)
      .delete(shares)
      .where(and(eq(shares.agentId, agentId), isOver));
    const [existing] = await db(tx)
      .select({ id: shares.id })
      .from(shares)
      .where(ofConversation(agentId, conversationId));
    if (!existing) await assertRoom(tx, agentId, conversation.memberId);
    const kept = existing?.id ?? id;
    const fields = {
      ...{ ...copy, title: choices.title, tokenHash: tokenHash(kept), createdAt: raw`now()` },
      expiresAt: raw`now() + ${choices.days}::int * interval '1 day'`,
    };
    const [row] = await db(tx)
      .insert(shares)
      .values({ ...fields, id: kept, sheet: null, live: null })
      .onConflictDoUpdate({ target: shares.id, set: fields })
      .returning(columns);
    if (!row) throw new Error("The link was not stored");
    return row;
  });
  publish({ type: "share", id: link.id });
  return link;
}

async function assertRoom(tx: Parameters<typeof db>[0], agentId: string, memberId: string): Promise<void> {
  const [counted] = await db(tx)
    .select({ count: raw<number>`count(*)::int` })
    .from(shares)
    .innerJoin(conversations, eq(conversations.id, shares.conversationId))
    .where(and(eq(shares.agentId, agentId), isNull(shares.sheet), eq(conversations.memberId, memberId)));
  if ((counted?.count ?? 0) < MAX_SHARES) return;
  throw new AppError(
    "conflict",
    `There are already ${MAX_SHARES} links to conversations, the maximum. Revoke one that is no longer needed.`,
  );
}

/** Returns the link of a conversation, and the choices for its last copy. Both are null if the acting member is not the author. */
export async function readLink(
  agentId: string,
  conversationId: string,
): Promise<{ link: StoredLink | null; choices: ShareChoices | null }> {
  const own = isOwn({ agentId, conversationId });
  const [[chosen], [link]] = await Promise.all([
    db().select({ choices: conversations.linkChoices }).from(conversations).where(own),
    db()
      .select(columns)
      .from(shares)
      .innerJoin(conversations, and(eq(conversations.id, shares.conversationId), own))
      .where(and(ofConversation(agentId, conversationId), isThere())),
  ]);
  return { link: link ?? null, choices: chosen?.choices ?? null };
}

/** A link as it is opened: without its document. */
export type OpenLink = {
  id: string;
  agentId: string;
  conversationId: string;
  title: string;
  /** The author of the conversation. */
  memberId: string;
  bundles: string[];
  createdAt: string;
  expiresAt: string | null;
};

/** Returns the link to a conversation with this token; null if it was revoked or is over. */
export async function openLink(tokenHash: string): Promise<OpenLink | null> {
  const { id, agentId, conversationId, title } = shares;
  const { createdAt, expiresAt } = shareColumns;
  const [row] = await db()
    .select({
      ...{ id, agentId, conversationId, title, createdAt, expiresAt },
      memberId: conversations.memberId,
      bundles: raw<string[]>`${shares.bundles}`,
    })
    .from(shares)
    .innerJoin(conversations, eq(conversations.id, shares.conversationId))
    .where(and(eq(shares.tokenHash, tokenHash), isNull(shares.sheet), isThere()));
  return row ?? null;
}

/** Returns the packed copy of a link. */
export async function readCopy({ id }: Pick<OpenLink, "id">): Promise<Buffer | null> {
  const [row] = await db().select({ document: shares.document }).from(shares).where(eq(shares.id, id));
  return row?.document ?? null;
}
