import type { ISql, TransactionSql } from "postgres";

/** Locks the creation of the first agent until the transaction ends. Raw SQL: advisory lock. */
export const lockFirstAgent = (tx: TransactionSql) =>
  tx`select pg_advisory_xact_lock(hashtext('easel first agent'))`;

/** Creates an agent unless one exists. Raw SQL: writes in a CTE. */
export const insertFirstAgent = (tx: TransactionSql, name: string, prompt: string) => tx`
  with made as (
    insert into agents (name, system_prompt) select ${name}, ${prompt}
    where not exists (select from agents where deleted_at is null) returning id, system_prompt, learned_notes
  ) ${firstVersions(tx)}`;

/**
 * Locks the creation, deletion and restoration of agents until the transaction ends. Raw SQL: advisory lock.
 */
export const lockAgents = (tx: ISql) => tx`select pg_advisory_xact_lock(hashtext('easel agents'))`;

type NewAgent = {
  memberId: string;
  name: string;
  description: string;
  mark: string;
  prompt: string;
  deletedAt: string | null;
};

/** Creates an agent and returns its id. Raw SQL: writes in a CTE. */
export const insertAgent = (
  tx: TransactionSql,
  { memberId, name, description, mark, prompt, deletedAt }: NewAgent,
) => tx<{ id: string }[]>`
  with made as (
    insert into agents (member_id, name, description, mark, system_prompt, created_at, deleted_at)
    values (${memberId}, ${name}, ${description}, ${mark}, ${prompt}, clock_timestamp(), ${deletedAt}::timestamptz)
    returning id, system_prompt, learned_notes
  ), begun as (${firstVersions(tx)})
  select id from made`;

/** Inserts the first versions of the prompt and notes of the agents in the CTE `made`. */
const firstVersions = (on: ISql) => on`
  insert into revisions (agent_id, kind, name, version, content, author)
  select id, 'system_prompt', 'system_prompt', 1, to_json(system_prompt), 'system' from made
  union all select id, 'learned_notes', 'learned_notes', 1, to_json(learned_notes), 'system' from made`;
