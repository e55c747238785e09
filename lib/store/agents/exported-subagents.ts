import type { TransactionSql } from "postgres";
import { insertSubagents } from "@/lib/store/hot/subagents";
import type { Run, SubagentRow } from "@/lib/store/rows";

/**
 * A subagent in an agent file: its parent and how it ended. A subagent that was still running at the export
 * counts as stopped.
 */
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
 * Adds ended subagents, so that the card at their call shows the result. Skips a subagent if its parent does not
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
