import type { TransactionSql } from "postgres";

/** Deletes a job, and puts its conversation into the bin. By hand: it writes in a CTE. */
export const deleteJob = (tx: TransactionSql, agentId: string, id: string) => tx`
  with gone as (delete from jobs where agent_id = ${agentId} and id = ${id} returning conversation_id)
  update conversations set deleted_at = now() from gone where id = gone.conversation_id and deleted_at is null`;
