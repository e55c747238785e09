import type { ISql } from "postgres";
import { BIN_DAYS, MAX_AGENTS } from "@/lib/shared/agents/agents";
import { DEFAULT_PROMPT } from "@/lib/shared/default-prompt";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";

/*
 * Agents come and go. One that is still being filled counts as deleted, at a time that never comes: nothing reaches it, and the
 * bin does not show it. Where the server dies meanwhile, it is removed as what is too old for the bin is.
 */

/** So long may an agent be filled. */
const FILLING = "1 hour";

export type AgentFields = { name: string; description?: string; mark?: string; prompt?: string };

/**
 * Makes an agent that knows nothing yet. Gives its id. With `fill` it is there for others once that is done; what that throws
 * takes it away again.
 */
export async function addAgent(fields: AgentFields, fill?: (id: string) => Promise<void>): Promise<string> {
  const id = await insert(fields, fill !== undefined);
  if (fill) {
    try {
      await fill(id);
      await finish(id);
    } catch (error) {
      await sql()`delete from agents where id = ${id} and deleted_at = 'infinity'`;
      throw error;
    }
  }
  publishAgents();
  return id;
}

async function insert(
  { name, description = "", mark = "", prompt = DEFAULT_PROMPT }: AgentFields,
  isUnfinished: boolean,
): Promise<string> {
  const id = await sql().begin(async (tx) => {
    await lockAgents(tx);
    await assertRoom(tx);
    const [row] = await tx<{ id: string }[]>`
      with made as (
        insert into agents (name, description, mark, system_prompt, created_at, deleted_at)
        values (${name}, ${description}, ${mark}, ${prompt}, clock_timestamp(), ${isUnfinished ? "infinity" : null}::timestamptz)
        returning id, system_prompt, learned_notes
      ), begun as (${firstVersions(tx)})
      select id from made`;
    return row?.id;
  });
  if (!id) throw new Error("The agent could not be made");
  return id;
}

async function finish(id: string): Promise<void> {
  await sql().begin(async (tx) => {
    await lockAgents(tx);
    // Others may have been made meanwhile.
    await assertRoom(tx);
    const [row] = await tx`
      update agents set deleted_at = null where id = ${id} and deleted_at = 'infinity' returning id`;
    if (!row) throw new AppError("conflict", `The agent took longer than ${FILLING} to make. Make it again.`);
  });
}

/** Of agents `made`, what their prompt and notes begin with. */
export const firstVersions = (on: ISql) => on`
  insert into revisions (agent_id, kind, name, version, content, author)
  select id, 'system_prompt', 'system_prompt', 1, to_json(system_prompt), 'system' from made
  union all select id, 'learned_notes', 'learned_notes', 1, to_json(learned_notes), 'system' from made`;

/** Puts an agent into the bin, where nothing reaches it. The last one stays. */
export async function deleteAgent(id: string): Promise<void> {
  await sql().begin(async (tx) => {
    await lockAgents(tx);
    const [row] = await tx<{ left: number }[]>`
      select (select count(*)::int from agents where deleted_at is null) as left
      from agents where id = ${id} and deleted_at is null`;
    if (!row) throw noAgent(id);
    if (row.left === 1)
      throw new AppError("conflict", "The last agent cannot be deleted. Make another one first.");
    await tx`update agents set deleted_at = now() where id = ${id}`;
  });
  publishAgents();
}

/** Brings a deleted agent back, as long as it is kept; one that is there stays as it is. */
export async function restoreAgent(id: string): Promise<void> {
  await sql().begin(async (tx) => {
    await lockAgents(tx);
    const [row] = await tx<{ isDeleted: boolean }[]>`
      select deleted_at is not null as "isDeleted" from agents
      where id = ${id} and deleted_at is distinct from 'infinity'`;
    if (!row) throw noAgent(id);
    if (!row.isDeleted) return;
    await assertRoom(tx);
    await tx`update agents set deleted_at = null where id = ${id}`;
  });
  publishAgents();
}

/** Removes what was deleted too long ago to be brought back, and what was never made whole. Gives the ids. */
export async function purgeAgents(): Promise<string[]> {
  const gone = await sql()<{ id: string }[]>`
    delete from agents where deleted_at < now() - ${BIN_DAYS} * interval '1 day'
      or deleted_at = 'infinity' and created_at < now() - ${FILLING}::interval
    returning id`;
  return gone.map(({ id }) => id);
}

const lockAgents = (tx: ISql) => tx`select pg_advisory_xact_lock(hashtext('easel agents'))`;

async function assertRoom(tx: ISql): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from agents where deleted_at is null`;
  if ((row?.count ?? 0) >= MAX_AGENTS)
    throw new AppError("conflict", `There are ${MAX_AGENTS} agents already. Delete one that is not needed.`);
}

export const publishAgents = () => publish({ type: "agents" });

export const noAgent = (id: string) => new AppError("not_found", `There is no agent ${id}.`);
