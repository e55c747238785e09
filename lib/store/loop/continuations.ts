import { randomUUID } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import { channelChats, conversations, jobs, messages } from "@/drizzle/schema";
import type { SessionPart } from "@/lib/shared/chat/session";
import { identity } from "@/lib/store/agents/identity";
import { publish } from "@/lib/store/bus";
import { db, sql, toIso } from "@/lib/store/db";
import { identityOrigins, identityThrough, newestLast } from "@/lib/store/origins";
import type { ConversationRef } from "./branches";
import { isConversationOf } from "./conversations";

/**
 * Returns the id of the conversation that continues an ended one, creating it if needed with the summary as
 * its first message. Concurrent calls get the same id. The new conversation inherits the web origins, the pin
 * in the list, and the jobs and chats that refer to the old one. Returns null if the conversation has not
 * ended. The insert is handwritten because it selects from the old row and shares SQL for the identity.
 */
export async function continueFrom(
  { agentId, conversationId }: ConversationRef,
  title: string,
): Promise<string | null> {
  const id = randomUUID();
  const next = await sql().begin(async (tx) => {
    // The row lock makes concurrent calls wait. They then find the conversation that the first call has
    // created.
    const { title: oldTitle, summary, continuedBy, endedAt } = conversations;
    const [old] = await db(tx)
      .select({ title: oldTitle, summary, continuedBy, endedAt })
      .from(conversations)
      .where(and(isConversationOf(agentId, conversationId), isNotNull(endedAt)))
      .for("update");
    if (!old?.endedAt) return null;
    if (old.continuedBy) {
      const [there] = await db(tx)
        .select({ id: conversations.id })
        .from(conversations)
        .where(isConversationOf(agentId, old.continuedBy));
      if (there) return there.id;
    }
    const part: SessionPart = {
      conversationId,
      title: old.title,
      endedAt: toIso(old.endedAt),
      summary: old.summary ?? "",
    };
    await tx`
      insert into conversations (id, agent_id, member_id, everyone, title, titled_by, origin, contact, job_id, project_id, identity, model, successors, read_web, read_through, pinned_at)
      select ${id}, a.id, c.member_id, c.everyone, case when c.titled_by = 'person' then c.title else ${title} end,
        case when c.titled_by = 'person' then 'person' else 'words' end, c.origin, c.contact, c.job_id, c.project_id, ${identity()}, c.model, c.successors,
        ${newestLast(sql()`c.read_web || ${identityOrigins()}`)}, ${newestLast(sql()`c.read_through || ${identityThrough()}`)}, c.pinned_at
      from conversations c join agents a on a.id = c.agent_id where c.id = ${conversationId}`;
    const parts = [{ type: "data-session", data: part }];
    await db(tx)
      .insert(messages)
      .values({ conversationId: id, id: randomUUID(), agentId, role: "user", parts });
    await db(tx)
      .update(conversations)
      .set({ continuedBy: id, pinnedAt: null })
      .where(eq(conversations.id, conversationId));
    await db(tx)
      .update(jobs)
      .set({ conversationId: id })
      .where(and(eq(jobs.agentId, agentId), eq(jobs.conversationId, conversationId)));
    await db(tx)
      .update(channelChats)
      .set({ conversationId: id })
      .where(and(eq(channelChats.agentId, agentId), eq(channelChats.conversationId, conversationId)));
    return id;
  });
  if (next === id)
    for (const changed of [conversationId, id])
      publish({ type: "conversation", agent: agentId, id: changed });
  return next;
}
