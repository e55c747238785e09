import type { TransactionSql } from "postgres";
import { insertSubagents } from "@/lib/store/hot/helpers";
import type { Run, SubagentRow } from "@/lib/store/rows";

/** A helper in an agent file: its asker and how it ended. A helper that had not ended counts as stopped. */
export type ExportedSubagent = Pick<SubagentRow, "toolCallId" | "isAwaited"> & {
  conversationId: string;
  messageId: string;
  status: "completed" | "failed" | "stopped";
  error: Run["error"];
  wrote: string;
  startedAt: string;
  endedAt: string;
};

/**
 * Adds ended helpers, so that the card at their call shows the result. Skips a helper if its asker does not
 * exist. Returns the ids of those added.
 */
export async function addSubagents(
  tx: TransactionSql,
  agentId: string,
  subagents: readonly [id: string, helper: ExportedSubagent][],
): Promise<string[]> {
  const inserts = subagents.map(([id, { conversationId, ...rest }]) => ({
    id,
    asker: conversationId,
    ...rest,
  }));
  const rows = await insertSubagents(tx, agentId, inserts);
  return rows.map(({ id }) => id);
}
