import { publish } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";

/** Parts that are larger than this hold more than words, such as pictures. */
const READ_BYTES = 300_000;

type Place = { agentId: string; conversationId: string };

/**
 * The parts of what was said first and of its answer, when a conversation has just completed its first run and nobody
 * has named it; null otherwise.
 */
export async function readUntitled({
  conversationId,
}: Place): Promise<{ said: unknown; answered: unknown } | null> {
  const first = (role: "user" | "assistant") => sql()`(
    select case when pg_column_size(m.parts) < ${READ_BYTES} then m.parts end from messages m
    where m.conversation_id = c.id and m.active and m.role = ${role}
      and m.parts->0->>'type' is distinct from 'data-session' order by m.position limit 1)`;
  const [row] = await sql()<{ said: unknown; answered: unknown }[]>`
    select ${first("user")} as said, ${first("assistant")} as answered from conversations c
    where c.id = ${conversationId} and c.titled_by = 'words' and c.deleted_at is null
      and (select count(*) from runs r where r.conversation_id = c.id and r.status = 'completed') = 1`;
  return row ?? null;
}

/** The title that a model has given, unless the person was faster. */
export async function giveTitle({ agentId, conversationId }: Place, title: string): Promise<void> {
  const given = await sql()`
    update conversations set title = ${title}, titled_by = 'model'
    where id = ${conversationId} and titled_by = 'words' and deleted_at is null returning id`;
  if (given.length > 0) publish({ type: "conversation", agent: agentId, id: conversationId });
}
