import type { TransactionSql } from "postgres";

/** Holds a name until the transaction ends; who wants the same one meanwhile waits. By hand: it takes an advisory lock. */
export const lockName = (tx: TransactionSql, name: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
