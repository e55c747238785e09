import type { TransactionSql } from "postgres";

/** Until the end of the transaction nobody else adds a job of the agent. By hand: it takes an advisory lock. */
export const lockJobs = (tx: TransactionSql, agentId: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${`${agentId} jobs`}, 0))`;

/** Deletes a job, and puts its conversation into the bin. By hand: it writes in a CTE. */
export const deleteJob = (tx: TransactionSql, agentId: string, id: string) => tx`
  with gone as (delete from jobs where agent_id = ${agentId} and id = ${id} returning conversation_id)
  update conversations set deleted_at = now() from gone where id = gone.conversation_id and deleted_at is null`;
