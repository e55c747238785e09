import { and, eq, inArray, isNotNull, isNull, sql as raw, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { conversations } from "@/drizzle/schema";
import { publish } from "@/lib/store/bus";
import { db } from "@/lib/store/db";
import { noConversation } from "./conversations";

/** How long deleting can be undone. */
const KEPT_S = 24 * 60 * 60;
/** So many are purged at once that the others do not have to wait. */
const AT_ONCE = 100;

/** Takes a conversation away for everybody; for a day it can be brought back. */
export const deleteConversation = (agentId: string, id: string): Promise<void> =>
  setDeleted(agentId, id, raw`now()`, isNull(conversations.deletedAt));

/** Brings a deleted conversation back; one that is there stays as it is. Throws when it is gone for good. */
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

/** Removes a deleted conversation with all that hangs on it. */
export async function purge(id: string): Promise<void> {
  await db()
    .delete(conversations)
    .where(and(eq(conversations.id, id), isNotNull(conversations.deletedAt)));
}

/** Removes what was deleted too long ago to be brought back. */
export async function purgeOld(): Promise<void> {
  const old = alias(conversations, "old_conversation");
  const found = db()
    .select({ id: old.id })
    .from(old)
    .where(raw`${old.deletedAt} < now() - ${KEPT_S} * interval '1 s'`)
    .limit(AT_ONCE);
  await db().delete(conversations).where(inArray(conversations.id, found));
}
