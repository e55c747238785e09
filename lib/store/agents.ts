import type { ISql } from "postgres";
import { owned } from "@/lib/base/process";
import type { AgentView } from "@/lib/shared/agent-view";
import { type AgentChange, BIN_DAYS, MAX_AGENTS } from "@/lib/shared/agents";
import { DEFAULT_PROMPT } from "@/lib/shared/default-prompt";
import { AppError } from "@/lib/shared/errors";
import { publish, subscribe } from "./bus";
import { sql } from "./db";
import { changeSetting } from "./settings";

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

/** Of agents `made`, what their prompt and notes begin with. */
const firstVersions = (on: ISql) => on`
  insert into revisions (agent_id, kind, name, version, content, author)
  select id, 'system_prompt', 'system_prompt', 1, to_json(system_prompt), 'system' from made
  union all select id, 'learned_notes', 'learned_notes', 1, to_json(learned_notes), 'system' from made`;

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
    select ${columns()} from ${withModel()} where (a.deleted_at is not null) = ${inBin} order by a.created_at, a.id`;
  return rows.map(viewOf);
}

/** An agent, unless it is in the bin. */
export async function readAgent(id: string): Promise<AgentView> {
  const [row] = await sql()<Row[]>`
    select ${columns()} from ${withModel()} where a.id = ${id} and a.deleted_at is null`;
  if (!row) throw noAgent(id);
  return viewOf(row);
}

export type AgentFields = { name: string; description?: string; mark?: string; prompt?: string };

/** Makes an agent that knows nothing yet. Gives its id. */
export async function addAgent({ name, description = "", mark = "", prompt = DEFAULT_PROMPT }: AgentFields) {
  const id = await sql().begin(async (tx) => {
    await lockAgents(tx);
    await assertRoom(tx);
    const [row] = await tx<{ id: string }[]>`
      with made as (
        insert into agents (name, description, mark, system_prompt, created_at)
        values (${name}, ${description}, ${mark}, ${prompt}, clock_timestamp())
        returning id, system_prompt, learned_notes
      ), begun as (${firstVersions(tx)})
      select id from made`;
    return row?.id;
  });
  if (!id) throw new Error("The agent could not be made");
  publishAgents();
  return id;
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
      select deleted_at is not null as "isDeleted" from agents where id = ${id}`;
    if (!row) throw noAgent(id);
    if (!row.isDeleted) return;
    await assertRoom(tx);
    await tx`update agents set deleted_at = null where id = ${id}`;
  });
  publishAgents();
}

/** Removes what was deleted too long ago to be brought back. Gives the ids. */
export async function purgeAgents(): Promise<string[]> {
  const gone = await sql()<{ id: string }[]>`
    delete from agents where deleted_at < now() - ${BIN_DAYS} * interval '1 day' returning id`;
  return gone.map(({ id }) => id);
}

/** Removes an agent at once, with all that is its: one that could not be made whole. */
export async function dropAgent(id: string): Promise<void> {
  await sql()`delete from agents where id = ${id}`;
  publishAgents();
}

/** Conversations of an agent in which something runs or waits. */
export async function listLive(agentId: string): Promise<string[]> {
  const rows = await sql()<{ id: string }[]>`
    select conversation_id as id from runs where agent_id = ${agentId} and status in ('running', 'waiting')`;
  return rows.map(({ id }) => id);
}

const lockAgents = (tx: ISql) => tx`select pg_advisory_xact_lock(hashtext('easel agents'))`;

async function assertRoom(tx: ISql): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from agents where deleted_at is null`;
  if ((row?.count ?? 0) >= MAX_AGENTS)
    throw new AppError("conflict", `There are ${MAX_AGENTS} agents already. Delete one that is not needed.`);
}

const publishAgents = () => publish({ type: "agents" });

export const noAgent = (id: string) => new AppError("not_found", `There is no agent ${id}.`);
