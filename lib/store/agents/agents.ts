import { owned } from "@/lib/ground/base/process";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import type { AgentChange } from "@/lib/shared/agents/agents";
import { DEFAULT_PROMPT } from "@/lib/shared/default-prompt";
import { AppError } from "@/lib/shared/errors";
import { subscribe } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { firstVersions, noAgent, publishAgents } from "./agent-making";
import { changeSetting } from "./change-settings";

type Known = { first?: Promise<string>; ids: Set<string>; present?: Promise<Present[]> };
type Present = Pick<AgentView, "id" | "name" | "description">;

/** Every request asks which agent is meant: the answers hold until an agent comes or goes. */
const known = (): Known => {
  const { cache } = owned(
    "agents",
    () => {
      const cache: Known = { ids: new Set() };
      const leave = subscribe(({ type }) => {
        if (type === "agents" || type === "gap") forget(cache);
      });
      return { cache, leave };
    },
    ({ leave }) => leave(),
  );
  return cache;
};

/** Has this process look again at which agents there are. */
export const forgetAgents = (): void => forget(known());

function forget(cache: Known): void {
  cache.first = undefined;
  cache.present = undefined;
  cache.ids.clear();
}

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
  const [row] = await sql()`select id from agents where id = ${id} and deleted_at is null`;
  if (!row)
    throw new AppError("not_found", `There is no agent ${id}. Leave ?agent= out to reach the first one.`);
  cache.ids.add(id);
  return id;
}

async function firstAgent(): Promise<string> {
  const oldest = () =>
    sql()<{ id: string }[]>`select id from agents where deleted_at is null order by created_at, id limit 1`;
  const [there] = await oldest();
  if (there) return there.id;
  await sql().begin(async (tx) => {
    // Two servers may start on an empty database at once; the second one then finds the first one's agent.
    await tx`select pg_advisory_xact_lock(hashtext('easel first agent'))`;
    await tx`
      with made as (
        insert into agents (name, system_prompt) select 'Easel', ${DEFAULT_PROMPT}
        where not exists (select from agents where deleted_at is null) returning id, system_prompt, learned_notes
      ) ${firstVersions(tx)}`;
  });
  const [made] = await oldest();
  if (!made) throw new Error("The first agent could not be made");
  return made.id;
}

/** All that are there and not archived, the oldest first. */
export async function listAgentIds(): Promise<string[]> {
  const rows = await sql()<{ id: string }[]>`
    select id from agents where deleted_at is null and archived_at is null order by created_at, id`;
  return rows.map(({ id }) => id);
}

/** What other agents an agent can ask: those that are not archived. */
export async function listOthers(agentId: string): Promise<(Present & { isUnique: boolean })[]> {
  const cache = known();
  cache.present ??= readPresent().catch((error) => {
    cache.present = undefined;
    throw error;
  });
  const all = await cache.present;
  const isUnique = ({ name }: Present) =>
    !isSelf(name) && all.filter((one) => folded(one.name) === folded(name)).length === 1;
  return all.filter(({ id }) => id !== agentId).map((one) => ({ ...one, isUnique: isUnique(one) }));
}

const readPresent = () =>
  sql()<Present[]>`
    select id, name, description from agents where deleted_at is null and archived_at is null order by created_at, id`;

/** Whom a call means: an id, a name that one agent has, or `self`. Gives its id. */
export async function findAsked(agentId: string, given: string): Promise<string> {
  if (isSelf(given)) return agentId;
  const all = await readPresent();
  const byId = all.find(({ id }) => id === given.toLowerCase());
  if (byId) return byId.id;
  const named = all.filter(({ name }) => folded(name) === folded(given));
  const [one] = named;
  if (one && named.length === 1) return one.id;
  if (one)
    throw new AppError(
      "invalid",
      `agent: ${named.length} are called "${given}". Give the id of the one that you mean: ${named.map(({ id }) => id).join(", ")}.`,
    );
  const names = all.filter(({ id }) => id !== agentId).map(({ name }) => name);
  throw new AppError(
    "not_found",
    `agent: There is no agent "${given}". ${names.length > 0 ? `There are: ${names.join(", ")}` : "There is no other one"}; "self" is a helper of yours.`,
  );
}

const folded = (name: string) => name.trim().toLowerCase();
const isSelf = (given: string) => folded(given) === "self";

const columns = () => sql()`
  a.id, a.name, a.description, a.mark, s.value->>'model' as model, to_json(a.created_at) as "createdAt",
  to_json(a.archived_at) as "archivedAt", to_json(a.deleted_at) as "deletedAt"`;

const withModel = () => sql()`agents a left join settings s on s.agent_id = a.id and s.key = 'general'`;

type Row = Omit<AgentView, "deletedAt"> & { deletedAt: string | null };

const viewOf = ({ deletedAt, ...agent }: Row): AgentView => ({ ...agent, ...(deletedAt && { deletedAt }) });

/** The oldest first, those that are archived among them; with `inBin`, those that were deleted instead. */
export async function listAgents({ inBin = false } = {}): Promise<AgentView[]> {
  const rows = await sql()<Row[]>`
    select ${columns()} from ${withModel()} where ${inBin ? sql()`isfinite(a.deleted_at)` : sql()`a.deleted_at is null`} order by a.created_at, a.id`;
  return rows.map(viewOf);
}

/** An agent, unless it is in the bin. */
export async function readAgent(id: string): Promise<AgentView> {
  const [row] = await sql()<Row[]>`
    select ${columns()} from ${withModel()} where a.id = ${id} and a.deleted_at is null`;
  if (!row) throw noAgent(id);
  return viewOf(row);
}

/** Changes what is given. */
export async function changeAgent(
  id: string,
  { name, description, mark, model, archived }: AgentChange,
): Promise<void> {
  const [row] = await sql()`
    update agents set name = coalesce(${name ?? null}, name), description = coalesce(${description ?? null}, description),
      mark = coalesce(${mark ?? null}, mark),
      archived_at = case when ${archived === true} then coalesce(archived_at, now()) when ${archived !== false} then archived_at end
    where id = ${id} and deleted_at is null returning id`;
  if (!row) throw noAgent(id);
  if (model !== undefined) await changeSetting(id, "general", { model }, "agent");
  publishAgents();
}

/** Conversations of an agent in which something runs or waits. */
export async function listLive(agentId: string): Promise<string[]> {
  const rows = await sql()<{ id: string }[]>`
    select conversation_id as id from runs where agent_id = ${agentId} and status in ('running', 'waiting')`;
  return rows.map(({ id }) => id);
}
