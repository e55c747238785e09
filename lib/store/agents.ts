import { owned } from "@/lib/base/process";
import { DEFAULT_PROMPT } from "@/lib/shared/default-prompt";
import { AppError } from "@/lib/shared/errors";
import { sql } from "./db";

type Known = { first?: Promise<string>; ids: Set<string> };

/** Agents are never renamed or replaced while running, so their ids may be remembered. */
const known = () => owned("agents", (): Known => ({ ids: new Set() }));

/** The agent that a request means: `id`, or the workspace's first one, made when there is none yet. */
export async function resolveAgent(id?: string): Promise<string> {
  const cache = known();
  if (id === undefined) {
    cache.first ??= firstAgent().catch((error) => {
      cache.first = undefined;
      throw error;
    });
    return cache.first;
  }
  if (cache.ids.has(id)) return id;
  const [row] = await sql()`select id from agents where id = ${id}`;
  if (!row)
    throw new AppError("not_found", `There is no agent ${id}. Leave ?agent= out to reach the first one.`);
  cache.ids.add(id);
  return id;
}

async function firstAgent(): Promise<string> {
  const oldest = () => sql()<{ id: string }[]>`select id from agents order by created_at, id limit 1`;
  const [there] = await oldest();
  if (there) return there.id;
  await sql().begin(async (tx) => {
    // Two servers may start on an empty database at once; the second one then finds the first one's agent.
    await tx`select pg_advisory_xact_lock(hashtext('easel first agent'))`;
    await tx`
      with made as (
        insert into agents (name, system_prompt) select 'Easel', ${DEFAULT_PROMPT}
        where not exists (select from agents) returning id, system_prompt, learned_notes
      )
      insert into revisions (agent_id, kind, name, version, content, author)
      select id, 'system_prompt', 'system_prompt', 1, to_json(system_prompt), 'system' from made
      union all select id, 'learned_notes', 'learned_notes', 1, to_json(learned_notes), 'system' from made`;
  });
  const [made] = await oldest();
  if (!made) throw new Error("The first agent could not be made");
  return made.id;
}

/** All of them, the oldest first. */
export async function listAgentIds(): Promise<string[]> {
  const rows = await sql()<{ id: string }[]>`select id from agents order by created_at, id`;
  return rows.map(({ id }) => id);
}
