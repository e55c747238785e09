import { and, asc, eq, exists, isNull, or, sql as raw, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { agents, rehearsals, runs, settings } from "@/drizzle/schema";
import { isReachable, viewer } from "@/lib/ground/base/acting";
import { singleton } from "@/lib/ground/base/process";
import type { AgentView, Starter } from "@/lib/shared/agents/agent-view";
import type { AgentChange } from "@/lib/shared/agents/agents";
import { DEFAULT_PROMPT } from "@/lib/shared/default-prompt";
import { AppError } from "@/lib/shared/errors";
import { subscribe } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { insertFirstAgent, lockFirstAgent } from "@/lib/store/hot/agents";
import { agentsOf, ownerNames } from "@/lib/store/members/roster";
import { noAgent, publishAgents } from "./agent-making";
import { changeSetting } from "./change-settings";

type AgentCache = { first?: Promise<string>; ids: Set<string>; present?: Promise<Present[]> };
type Present = Pick<AgentView, "id" | "name" | "description">;

/**
 * Agent ids are cached, because every request resolves its agent. Creating, changing or deleting an agent
 * clears the cache.
 */
const agentCache = (): AgentCache => {
  const { cache } = singleton(
    "agents",
    () => {
      const cache: AgentCache = { ids: new Set() };
      const leave = subscribe(({ type }) => {
        if (type === "agents" || type === "gap") forget(cache);
      });
      return { cache, leave };
    },
    ({ leave }) => leave(),
  );
  return cache;
};

export const forgetAgents = (): void => forget(agentCache());

function forget(cache: AgentCache): void {
  cache.first = undefined;
  cache.present = undefined;
  cache.ids.clear();
}

/**
 * Returns `id` if that agent exists, or without an id the workspace's first agent, creating it if needed.
 * Throws `not_found`.
 */
export async function resolveAgent(id?: string): Promise<string> {
  const cache = agentCache();
  if (id === undefined) {
    cache.first ??= firstAgent().catch((error) => {
      cache.first = undefined;
      throw error;
    });
    return cache.first;
  }
  if (cache.ids.has(id)) return id;
  const [row] = await db().select({ id: agents.id }).from(agents).where(liveAt(id));
  if (!row) throw new AppError("not_found", `There is no agent ${id}. Omit ?agent= to use the first one.`);
  cache.ids.add(id);
  return id;
}

async function firstAgent(): Promise<string> {
  const oldest = () =>
    db()
      .select({ id: agents.id })
      .from(agents)
      .where(isLive)
      .orderBy(...OLDEST_FIRST)
      .limit(1);
  const [there] = await oldest();
  if (there) return there.id;
  await sql().begin(async (tx) => {
    // The lock makes servers that start on an empty database wait for each other, so that the second one
    // finds the first agent.
    await lockFirstAgent(tx);
    await insertFirstAgent(tx, "Easel", DEFAULT_PROMPT);
  });
  const [made] = await oldest();
  if (!made) throw new Error("The first agent could not be created");
  return made.id;
}

/** Lists agents that are neither deleted nor archived, oldest first. */
export async function listAgentIds(): Promise<string[]> {
  const rows = await db()
    .select({ id: agents.id })
    .from(agents)
    .where(isAtWork)
    .orderBy(...OLDEST_FIRST);
  return rows.map(({ id }) => id);
}

const isLive = isNull(agents.deletedAt);
const isAtWork = and(isLive, isNull(agents.archivedAt));
const OLDEST_FIRST = [asc(agents.createdAt), asc(agents.id)];
/** A copy for a rehearsal is found only by its id. */
const isCopy = () =>
  exists(db().select({ one: raw`1` }).from(rehearsals).where(eq(rehearsals.agentId, agents.id)));
const liveAt = (id: string) => and(eq(agents.id, id), or(isLive, isCopy()));

/** Lists the agents that an agent can ask: all others that are not archived. */
export async function listOthers(agentId: string): Promise<(Present & { isUnique: boolean })[]> {
  const cache = agentCache();
  cache.present ??= readPresent().catch((error) => {
    cache.present = undefined;
    throw error;
  });
  const all = await cache.present;
  const isUnique = ({ name }: Present) =>
    !isSelf(name) && all.filter((one) => folded(one.name) === folded(name)).length === 1;
  const rights = await actingRights();
  return all
    .filter(({ id }) => id !== agentId && isReachable(id) && rights?.has(id) !== false)
    .map((one) => ({ ...one, isUnique: isUnique(one) }));
}

const readPresent = async (): Promise<Present[]> =>
  db()
    .select({ id: agents.id, name: agents.name, description: agents.description })
    .from(agents)
    .where(isAtWork)
    .orderBy(...OLDEST_FIRST);

/**
 * Resolves the target of a call to an agent id. `target` is an id, a unique name or `self`. Throws
 * `not_found`, or `invalid` for an ambiguous name.
 */
export async function resolveCallTarget(agentId: string, target: string): Promise<string> {
  if (isSelf(target)) return agentId;
  const rights = await actingRights();
  const all = (await readPresent()).filter(({ id }) => isReachable(id) && rights?.has(id) !== false);
  const byId = all.find(({ id }) => id === target.toLowerCase());
  if (byId) return byId.id;
  const named = all.filter(({ name }) => folded(name) === folded(target));
  const [one] = named;
  if (one && named.length === 1) return one.id;
  if (one)
    throw new AppError(
      "invalid",
      `agent: ${named.length} agents are called "${target}". Use the id of one: ${named.map(({ id }) => id).join(", ")}.`,
    );
  const names = all.filter(({ id }) => id !== agentId).map(({ name }) => name);
  throw new AppError(
    "not_found",
    `agent: There is no agent "${target}". ${names.length > 0 ? `There are: ${names.join(", ")}` : "There is no other one"}; "self" starts a subagent.`,
  );
}

const folded = (name: string) => name.trim().toLowerCase();
export const isSelf = (target: string) => folded(target) === "self";

const ownStarters = () => {
  const own = alias(settings, "own_starters");
  return db()
    .select({ list: raw`${own.value}->'list'` })
    .from(own)
    .where(and(eq(own.agentId, agents.id), eq(own.key, "starters")));
};

const selectAgents = (where: SQL | undefined) =>
  db()
    .select({
      ...{ id: agents.id, name: agents.name, description: agents.description, mark: agents.mark },
      model: raw<string | null>`${settings.value}->>'model'`,
      starters: raw<Starter[]>`coalesce((${ownStarters()}), '[]')`,
      createdAt: raw<string>`to_json(${agents.createdAt})`,
      archivedAt: raw<string | null>`to_json(${agents.archivedAt})`,
      deletedAt: raw<string | null>`to_json(${agents.deletedAt})`,
    })
    .from(agents)
    .leftJoin(settings, and(eq(settings.agentId, agents.id), eq(settings.key, "general")))
    .where(where);

type Row = Omit<AgentView, "deletedAt"> & { deletedAt: string | null };

const viewOf = ({ deletedAt, ...agent }: Row): AgentView => ({ ...agent, ...(deletedAt && { deletedAt }) });

/** Returns the rights of the acting member on agents; null in background work or if the owner is alone. */
async function actingRights() {
  const member = viewer();
  return member === null ? null : agentsOf(member);
}

/**
 * Lists agents that the acting member may use, archived ones included, oldest first; with `inBin`, the deleted ones
 * instead.
 */
export async function listAgents({ inBin = false } = {}): Promise<AgentView[]> {
  const rows = await selectAgents(inBin ? raw`isfinite(${agents.deletedAt})` : isLive).orderBy(
    ...OLDEST_FIRST,
  );
  const reached = rows.filter(({ id }) => isReachable(id));
  const rights = await actingRights();
  if (rights === null) return reached.map(viewOf);
  const owners = await ownerNames();
  return reached.flatMap((row) => {
    const right = rights.get(row.id);
    if (right === undefined) return [];
    return [{ ...viewOf(row), right, ...(right !== "own" && { owner: owners.get(row.id) }) }];
  });
}

/** Returns an agent. Throws `not_found` if it is deleted. */
export async function readAgent(id: string): Promise<AgentView> {
  const [row] = await selectAgents(liveAt(id));
  if (!row) throw noAgent(id);
  return viewOf(row);
}

export async function changeAgent(
  id: string,
  { name, description, mark, model, starters, archived }: AgentChange,
): Promise<void> {
  const archivedAt = archived ? raw`coalesce(${agents.archivedAt}, now())` : null;
  const [row] = await db()
    .update(agents)
    .set({
      // Keep the name if it is not given, because an update must set at least one column.
      name: name ?? raw`${agents.name}`,
      ...{ description, mark, archivedAt: archived === undefined ? undefined : archivedAt },
    })
    .where(liveAt(id))
    .returning({ id: agents.id });
  if (!row) throw noAgent(id);
  if (model !== undefined) await changeSetting(id, "general", { model }, "agent");
  if (starters !== undefined) await changeSetting(id, "starters", { list: starters }, "agent");
  publishAgents();
}

/** Returns the member whom the agent belongs to, or null if the agent was purged. */
export async function readOwner(id: string): Promise<string | null> {
  const [row] = await db().select({ memberId: agents.memberId }).from(agents).where(eq(agents.id, id));
  return row?.memberId ?? null;
}

export async function listLive(agentId: string): Promise<string[]> {
  // A literal instead of parameters, so that the planner uses the partial index of live runs.
  const isOpen = raw`${runs.status} in ('running', 'waiting')`;
  const rows = await db()
    .select({ id: runs.conversationId })
    .from(runs)
    .where(and(eq(runs.agentId, agentId), isOpen));
  return rows.map(({ id }) => id);
}
