import { createHash } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { messages } from "@/drizzle/schema";
import { db, sql } from "@/lib/store/db";
import type { MessageRow } from "@/lib/store/rows";

type Told = {
  conversationId: string;
  site: string;
  bits: number;
  /** The most bits that the site may have learnt with this request. */
  max: number;
  /** An address whose first request tells nothing, because the user named it. */
  free?: string;
};

/**
 * Counts a request before it is sent. Returns false, and counts nothing, if the site would then have learnt more
 * than `max` bits in this conversation, or if the conversation no longer exists.
 */
export async function countTold({ conversationId, site, bits, max, free }: Told): Promise<boolean> {
  const visit = free === undefined ? null : createHash("md5").update(free).digest("base64url");
  const rows = await sql()`
    insert into told_sites as told (conversation_id, site, bits, visited)
    select id, ${site}, case when ${visit}::text is null then ${bits}::real else 0 end, array_remove(array[${visit}::text], null)
    from conversations where id = ${conversationId} and (${visit}::text is not null or ${bits}::real <= ${max}::real)
    on conflict (conversation_id, site) do update set
      bits = told.bits + case when ${visit}::text is null or ${visit}::text = any(told.visited) then ${bits}::real else 0 end,
      visited = case when ${visit}::text is null or ${visit}::text = any(told.visited) then told.visited
        else told.visited || ${visit}::text end
    where told.bits + case when ${visit}::text is null or ${visit}::text = any(told.visited) then ${bits}::real else 0 end
      <= greatest(${max}::real, told.bits * (${visit}::text is not null and ${visit}::text <> all(told.visited))::int)
    returning 1`;
  return rows.length > 0;
}

/** Returns the visible messages of role user of a conversation, oldest first. */
export const readUserMessages = (
  conversationId: string,
): Promise<Pick<MessageRow, "id" | "role" | "parts" | "metadata">[]> =>
  db()
    .select({ id: messages.id, role: messages.role, parts: messages.parts, metadata: messages.metadata })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), messages.active, eq(messages.role, "user")))
    .orderBy(asc(messages.position));
