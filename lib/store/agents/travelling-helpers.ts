import type { TransactionSql } from "postgres";
import { insertHelpers } from "@/lib/store/hot/helpers";
import type { HelperRow, Run } from "@/lib/store/rows";

/** Where a helper was asked, and how it ended; one that had not ended counts as stopped. */
export type TravellingHelper = Pick<HelperRow, "toolCallId" | "isAwaited"> & {
  /** Of the asker. */
  conversationId: string;
  messageId: string;
  status: "completed" | "failed" | "stopped";
  error: Run["error"];
  /** The message that it wrote last. */
  wrote: string;
  startedAt: string;
  endedAt: string;
};

/** Adds helpers with how each ended, which the card at its call says. Gives those whose asker is there; others are not added. */
export async function addHelpers(
  tx: TransactionSql,
  agentId: string,
  helpers: readonly [id: string, helper: TravellingHelper][],
): Promise<string[]> {
  const given = helpers.map(([id, { conversationId, ...rest }]) => ({ id, asker: conversationId, ...rest }));
  const rows = await insertHelpers(tx, agentId, given);
  return rows.map(({ id }) => id);
}
