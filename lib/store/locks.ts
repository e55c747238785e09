import type { TransactionSql } from "postgres";

/** Locks a name until the transaction ends. Raw SQL: advisory lock. */
export const lockName = (tx: TransactionSql, name: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
