import type { TransactionSql } from "postgres";

/** Until the end of the transaction nobody else makes or renames a board of the agent. By hand: it takes an advisory lock. */
export const lockBoardNames = (tx: TransactionSql, agentId: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${`${agentId} boards`}, 0))`;
