import { and, eq, sql as raw } from "drizzle-orm";
import { conversations, runs } from "@/drizzle/schema";
import { db, sql } from "@/lib/store/db";
import { addSaid } from "@/lib/store/hot/runs";
import { isConversationOf, noConversation } from "./conversations";
import type { RunStatus } from "./run-context";
import type { Start } from "./runs";

type Kept = Omit<Start, "title" | "model"> & {
  /** Whether it is kept although no run is live. */
  evenAlone: boolean;
};

/**
 * Keeps a message of the person that neither starts a run nor answers or closes what waits: a live run reads it when it
 * goes on. Gives where that run stands; `alone` when none is live, and then it was kept if it was to be. Null when
 * something happened meanwhile: try again.
 */
export async function addMessage({
  agentId,
  conversationId,
  message,
  evenAlone,
}: Kept): Promise<RunStatus | "alone" | null> {
  const { id, status } = runs;
  const isLive = and(
    ...[eq(runs.conversationId, conversationId), eq(runs.agentId, agentId)],
    raw`${status} in ('running', 'waiting')`,
  );
  return sql().begin(async (tx) => {
    const [run] = await db(tx).select({ id, status }).from(runs).where(isLive).for("update");
    if (!run) {
      // Whoever begins a run writes this row, too, so none begins until this is kept.
      const [there] = await db(tx)
        .update(conversations)
        .set({ updatedAt: raw`now()` })
        .where(isConversationOf(agentId, conversationId))
        .returning({ id: conversations.id });
      if (!there) throw noConversation(conversationId);
      const [begun] = await db(tx).select({ id }).from(runs).where(isLive);
      if (begun) return null;
      if (!evenAlone) return "alone";
    }
    await addSaid(tx, { agentId, conversationId }, message, run?.id ?? null);
    return run?.status ?? "alone";
  });
}
