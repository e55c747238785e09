import { and, eq, or, sql as raw } from "drizzle-orm";
import { conversations } from "@/drizzle/schema";
import { db } from "@/lib/store/db";
import { isSharedWith } from "./visible";

/** `absent`: there is no such conversation of the agent, so that a message may create it. */
export type ConversationAccess = "author" | "reader" | "none" | "absent";

/** Returns the access of a member to a conversation, also a deleted one. All members use those of components. */
export async function readConversationAccess(
  memberId: string,
  agentId: string,
  id: string,
): Promise<ConversationAccess> {
  const { memberId: author, everyone, origin } = conversations;
  const [row] = await db()
    .select({ author, origin, isShared: raw<boolean>`(${or(everyone, isSharedWith(memberId))})` })
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.agentId, agentId)));
  if (!row) return "absent";
  if (row.author === memberId || row.origin === "component") return "author";
  return row.isShared ? "reader" : "none";
}
