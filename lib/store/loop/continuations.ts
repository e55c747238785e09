import { randomUUID } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import { channelChats, conversations, jobs, messages } from "@/drizzle/schema";
import type { SessionPart } from "@/lib/shared/chat/session";
import { identity } from "@/lib/store/agents/identity";
import { publish } from "@/lib/store/bus";
import { db, sql, toIso } from "@/lib/store/db";
import { identityOrigins, identityThrough, newestLast } from "@/lib/store/origins";
import type { Place } from "./branches";
import { isConversationOf } from "./conversations";

/**
 * The conversation that goes on from an ended one: the one that is there, or else made, with the summary as its first
 * message. Of several who ask at once all get the same. What the web has marked stays marked; what points at the
 * ended one, and its pin in the list, go along. Null where it has not ended. One statement
 * is by hand: it inserts what it selects, with the identity that is a part of other statements.
 */
export async function continueFrom(
  { agentId, conversationId }: Place,
  title: string,
): Promise<string | null> {
  const id = randomUUID();
  const next = await sql().begin(async (tx) => {
    // Who asks at the same moment waits here, and then finds the one that was made.
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
      insert into conversations (id, agent_id, title, titled_by, origin, contact, job_id, identity, model, successors, read_web, read_through, pinned_at)
      select ${id}, a.id, case when c.titled_by = 'person' then c.title else ${title} end,
        case when c.titled_by = 'person' then 'person' else 'words' end, c.origin, c.contact, c.job_id, ${identity()}, c.model, c.successors,
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
