import type { TransactionSql } from "postgres";

/** Until the end of the transaction nobody else adds a token of the agent. By hand: it takes an advisory lock. */
export const lockMcpTokens = (tx: TransactionSql, agentId: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${`${agentId} mcp tokens`}, 0))`;
