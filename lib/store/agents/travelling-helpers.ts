import type { TransactionSql } from "postgres";
import { insertHelpers } from "@/lib/store/hot/helpers";
import type { HelperRow, Run } from "@/lib/store/rows";

/** A helper in an agent file: its asker and how it ended. A helper that had not ended counts as stopped. */
export type TravellingHelper = Pick<HelperRow, "toolCallId" | "isAwaited"> & {
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
export async function addHelpers(
  tx: TransactionSql,
  agentId: string,
  helpers: readonly [id: string, helper: TravellingHelper][],
): Promise<string[]> {
  const given = helpers.map(([id, { conversationId, ...rest }]) => ({ id, asker: conversationId, ...rest }));
  const rows = await insertHelpers(tx, agentId, given);
  return rows.map(({ id }) => id);
}
