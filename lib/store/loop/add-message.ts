import { and, eq, sql as raw } from "drizzle-orm";
import { conversations, runs } from "@/drizzle/schema";
import { db, sql } from "@/lib/store/db";
import { addUserMessage } from "@/lib/store/hot/runs";
import { isConversationOf, noConversation } from "./conversations";
import type { RunStatus } from "./run-context";
import type { Start } from "./runs";

type AddMessageInput = Omit<Start, "title" | "model"> & {
  /** Whether to store the message although no run is live. */
  evenAlone: boolean;
};

/**
 * Stores a user message without starting a run; a live run reads it at its next step. Returns that run's
 * status, or `alone` if no run is live (stored only with `evenAlone`), or null if a run started concurrently:
 * retry.
 */
export async function addMessage({
  agentId,
  conversationId,
  message,
  evenAlone,
}: AddMessageInput): Promise<RunStatus | "alone" | null> {
  const { id, status } = runs;
  const isLive = and(
    ...[eq(runs.conversationId, conversationId), eq(runs.agentId, agentId)],
    raw`${status} in ('running', 'waiting')`,
  );
  return sql().begin(async (tx) => {
    const [run] = await db(tx).select({ id, status }).from(runs).where(isLive).for("update");
    if (!run) {
      // Every start of a run updates this row too, so none starts until the message is stored.
      const [there] = await db(tx)
        .update(conversations)
        .set({ updatedAt: raw`now()` })
        .where(isConversationOf(agentId, conversationId))
        .returning({ id: conversations.id });
      if (!there) throw noConversation(conversationId);
      const [started] = await db(tx).select({ id }).from(runs).where(isLive);
      if (started) return null;
      if (!evenAlone) return "alone";
    }
    await addUserMessage(tx, { agentId, conversationId }, message, run?.id ?? null);
    return run?.status ?? "alone";
  });
}
