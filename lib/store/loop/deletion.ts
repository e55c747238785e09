import { and, eq, inArray, isNotNull, isNull, sql as raw, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { conversations } from "@/drizzle/schema";
import { publish } from "@/lib/store/bus";
import { db } from "@/lib/store/db";
import { noConversation } from "./conversations";

const UNDO_SECONDS = 24 * 60 * 60;
/** Maximum number purged per statement, to keep locks short. */
const AT_ONCE = 100;

/** Soft-deletes a conversation. It can be restored for a day. Throws `not_found`. */
export const deleteConversation = (agentId: string, id: string): Promise<void> =>
  setDeleted(agentId, id, raw`now()`, isNull(conversations.deletedAt));

/** Restores a conversation; no effect if it is not deleted. Throws `not_found` if it was purged. */
export const restoreConversation = (agentId: string, id: string): Promise<void> =>
  setDeleted(agentId, id, null);

async function setDeleted(agentId: string, id: string, deletedAt: SQL | null, only?: SQL): Promise<void> {
  const [changed] = await db()
    .update(conversations)
    .set({ deletedAt })
    .where(and(eq(conversations.id, id), eq(conversations.agentId, agentId), only))
    .returning({ pinnedSurface: conversations.pinnedSurface });
  if (!changed) throw noConversation(id);
  publish({ type: "conversation", agent: agentId, id });
  if (changed.pinnedSurface) publish({ type: "pins", agent: agentId });
}

/** Purges a soft-deleted conversation and everything that depends on it. */
export async function purge(id: string): Promise<void> {
  await db()
    .delete(conversations)
    .where(and(eq(conversations.id, id), isNotNull(conversations.deletedAt)));
}

/** Purges up to 100 conversations deleted more than a day ago. */
export async function purgeOld(): Promise<void> {
  const old = alias(conversations, "old_conversation");
  const found = db()
    .select({ id: old.id })
    .from(old)
    .where(raw`${old.deletedAt} < now() - ${UNDO_SECONDS} * interval '1 s'`)
    .limit(AT_ONCE);
  await db().delete(conversations).where(inArray(conversations.id, found));
}
