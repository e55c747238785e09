import { and, asc, desc, eq, exists, isNotNull, isNull, not, or, sql as raw } from "drizzle-orm";
import { agents, conversations, shares } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import { MAX_SHARES, type Share } from "@/lib/shared/shares";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import { isAuthor } from "@/lib/store/members/visible";
import type { ShareRow } from "@/lib/store/rows";

type New = Pick<
  ShareRow,
  "id" | "agentId" | "conversationId" | "title" | "tokenHash" | "document" | "live"
> & {
  sheet: string;
  days: number | null;
};
export type LiveShare = Pick<ShareRow, "id" | "agentId" | "conversationId"> & {
  sheet: string;
  live: NonNullable<ShareRow["live"]>;
};

export const shareColumns = {
  ...{ id: shares.id, conversationId: shares.conversationId, sheet: shares.sheet, title: shares.title },
  isLive: raw<boolean>`${shares.live} is not null`,
  createdAt: raw<string>`to_json(${shares.createdAt})`,
  expiresAt: raw<string | null>`to_json(${shares.expiresAt})`,
};
export const isOver = raw`coalesce(${shares.expiresAt} <= now(), false)`;
/** Condition: the share has not expired, and its conversation and agent are not deleted. */
export const isThere = () =>
  and(
    not(isOver),
    exists(
      db()
        .select({ id: conversations.id })
        .from(conversations)
        .where(and(eq(conversations.id, shares.conversationId), isNull(conversations.deletedAt))),
    ),
    exists(
      db()
        .select({ id: agents.id })
        .from(agents)
        .where(and(eq(agents.id, shares.agentId), isNull(agents.deletedAt))),
    ),
  );

/** Condition: the share shows a surface, or a conversation of the acting member. */
const isListed = () =>
  or(
    isNotNull(shares.sheet),
    exists(
      db()
        .select({ id: conversations.id })
        .from(conversations)
        .where(and(eq(conversations.id, shares.conversationId), isAuthor())),
    ),
  );

/** Stores the share of a surface under the hash of its token, and deletes expired ones. Throws `not_found` or `conflict`. */
export async function addShare({
  id,
  agentId,
  conversationId,
  sheet: surface,
  title,
  tokenHash,
  document,
  live,
  days,
}: New): Promise<Share> {
  return sql().begin(async (tx) => {
    await lockName(tx, `${agentId} shares`);
    await db(tx)
      .delete(shares)
      .where(and(eq(shares.agentId, agentId), isOver));
    const all = db()
      .select({ count: raw`count(*)::int` })
      .from(shares)
      .where(and(eq(shares.agentId, agentId), isNotNull(shares.sheet)));
    const [counted] = await db(tx)
      .select({ count: raw<number>`${all}` })
      .from(conversations)
      .where(
        and(
          ...[eq(conversations.id, conversationId), eq(conversations.agentId, agentId)],
          isNull(conversations.deletedAt),
        ),
      );
    if (!counted) throw new AppError("not_found", "There is no such conversation.");
    if (counted.count >= MAX_SHARES)
      throw new AppError(
        "conflict",
        `There are already ${MAX_SHARES} links, the maximum. Revoke one that is no longer needed.`,
      );
    const [row] = await db(tx)
      .insert(shares)
      .values({
        ...{ id, agentId, conversationId, sheet: surface, title, tokenHash, document, live },
        expiresAt: raw`now() + ${days}::int * interval '1 day'`,
      })
      .returning(shareColumns);
    if (!row) throw new Error("The link was not stored");
    return row;
  });
}

/** Leaves out the links of other members to whole conversations. */
export const listShares = async (agentId: string): Promise<(Share & { tokenHash: string })[]> =>
  db()
    .select({ ...shareColumns, tokenHash: shares.tokenHash })
    .from(shares)
    .where(and(eq(shares.agentId, agentId), isThere(), isListed()))
    .orderBy(desc(shares.createdAt), asc(shares.id));

/**
 * Returns the document of a shared surface; null if the share was revoked, has expired, or its conversation or agent was
 * deleted.
 */
export async function readShare(tokenHash: string): Promise<Buffer | null> {
  const [row] = await db()
    .select({ document: shares.document })
    .from(shares)
    .where(and(eq(shares.tokenHash, tokenHash), isNotNull(shares.sheet), isThere()));
  return row?.document ?? null;
}

export async function readLiveShare(tokenHash: string): Promise<LiveShare | null> {
  const { id, agentId, conversationId } = shares;
  const [row] = await db()
    .select({
      ...{ id, agentId, conversationId, sheet: raw<string>`${shares.sheet}` },
      live: raw<LiveShare["live"]>`${shares.live}`,
    })
    .from(shares)
    .where(and(eq(shares.tokenHash, tokenHash), isNotNull(shares.live), isThere()));
  return row ?? null;
}

/** Open pages of the link are closed. Returns false if the acting member may see no such link. */
export async function removeShare(agentId: string, id: string): Promise<boolean> {
  const gone = await db()
    .delete(shares)
    .where(and(eq(shares.id, id), eq(shares.agentId, agentId), isListed()))
    .returning({ id: shares.id });
  if (gone.length > 0) publish({ type: "share", id });
  return gone.length > 0;
}
