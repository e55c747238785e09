import { and, asc, eq, isNull, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { conversations, messages, runs } from "@/drizzle/schema";
import { publish } from "@/lib/store/bus";
import { db } from "@/lib/store/db";

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
  const completed = db()
    .select({ count: raw`count(*)` })
    .from(runs)
    .where(and(eq(runs.conversationId, conversations.id), eq(runs.status, "completed")));
  const [row] = await db()
    .select({ said: firstParts("user"), answered: firstParts("assistant") })
    .from(conversations)
    .where(
      and(
        ...[eq(conversations.id, conversationId), eq(conversations.titledBy, "words")],
        ...[isNull(conversations.deletedAt), raw`${completed} = 1`],
      ),
    );
  return row ?? null;
}

/** Those of a conversation's first message of a role; a subquery. */
function firstParts(role: "user" | "assistant") {
  const message = alias(messages, `first_of_${role}`);
  const { parts } = message;
  const query = db()
    .select({ parts: raw`case when pg_column_size(${parts}) < ${READ_BYTES} then ${parts} end` })
    .from(message)
    .where(
      and(
        ...[eq(message.conversationId, conversations.id), message.active, eq(message.role, role)],
        raw`${parts}->0->>'type' is distinct from 'data-session'`,
      ),
    )
    .orderBy(asc(message.position))
    .limit(1);
  return raw<unknown>`${query}`;
}

/** The title that a model has given, unless the person was faster. */
export async function giveTitle({ agentId, conversationId }: Place, title: string): Promise<void> {
  const given = await db()
    .update(conversations)
    .set({ title, titledBy: "model" })
    .where(
      and(
        ...[eq(conversations.id, conversationId), eq(conversations.titledBy, "words")],
        isNull(conversations.deletedAt),
      ),
    )
    .returning({ id: conversations.id });
  if (given.length > 0) publish({ type: "conversation", agent: agentId, id: conversationId });
}
