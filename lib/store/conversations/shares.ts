import { and, asc, desc, eq, exists, isNotNull, isNull, not, sql as raw } from "drizzle-orm";
import { agents, conversations, shares } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import { MAX_SHARES, type Share } from "@/lib/shared/shares";
import { db, sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import type { ShareRow } from "@/lib/store/rows";

type New = Pick<
  ShareRow,
  "id" | "agentId" | "conversationId" | "sheet" | "title" | "tokenHash" | "document" | "live"
> & {
  days: number | null;
};
export type LiveShare = Pick<ShareRow, "id" | "agentId" | "conversationId" | "sheet"> & {
  live: NonNullable<ShareRow["live"]>;
};

const columns = {
  ...{ id: shares.id, conversationId: shares.conversationId, sheet: shares.sheet, title: shares.title },
  isLive: raw<boolean>`${shares.live} is not null`,
  createdAt: raw<string>`to_json(${shares.createdAt})`,
  expiresAt: raw<string | null>`to_json(${shares.expiresAt})`,
};
const isOver = raw`coalesce(${shares.expiresAt} <= now(), false)`;
/** Condition: the share has not expired, and its conversation and agent are not deleted. */
const isThere = () =>
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

/** Stores a share under the hash of its token, and deletes expired ones. Throws `not_found` or `conflict`. */
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
    const all = db().select({ count: raw`count(*)::int` }).from(shares).where(eq(shares.agentId, agentId));
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
      .returning(columns);
    if (!row) throw new Error("The link was not stored");
    return row;
  });
}

export const listShares = async (agentId: string): Promise<(Share & { tokenHash: string })[]> =>
  db()
    .select({ ...columns, tokenHash: shares.tokenHash })
    .from(shares)
    .where(and(eq(shares.agentId, agentId), isThere()))
    .orderBy(desc(shares.createdAt), asc(shares.id));

/**
 * Returns the shared document; null if the share was revoked, has expired, or its conversation or agent was
 * deleted.
 */
export async function readShare(tokenHash: string): Promise<Buffer | null> {
  const [row] = await db()
    .select({ document: shares.document })
    .from(shares)
    .where(and(eq(shares.tokenHash, tokenHash), isThere()));
  return row?.document ?? null;
}

export async function readLiveShare(tokenHash: string): Promise<LiveShare | null> {
  const { id, agentId, conversationId, sheet: surface } = shares;
  const [row] = await db()
    .select({ id, agentId, conversationId, sheet: surface, live: raw<LiveShare["live"]>`${shares.live}` })
    .from(shares)
    .where(and(eq(shares.tokenHash, tokenHash), isNotNull(shares.live), isThere()));
  return row ?? null;
}

export async function removeShare(agentId: string, id: string): Promise<boolean> {
  const gone = await db()
    .delete(shares)
    .where(and(eq(shares.id, id), eq(shares.agentId, agentId)))
    .returning({ id: shares.id });
  return gone.length > 0;
}
