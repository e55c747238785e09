import { and, asc, eq, isNull, sql as raw, type SQL } from "drizzle-orm";
import { agents, runs, settings } from "@/drizzle/schema";
import { owned } from "@/lib/ground/base/process";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import type { AgentChange } from "@/lib/shared/agents/agents";
import { DEFAULT_PROMPT } from "@/lib/shared/default-prompt";
import { AppError } from "@/lib/shared/errors";
import { subscribe } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { insertFirstAgent, lockFirstAgent } from "@/lib/store/hot/agents";
import { noAgent, publishAgents } from "./agent-making";
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
  const [row] = await db().select({ id: agents.id }).from(agents).where(liveAt(id));
  if (!row)
    throw new AppError("not_found", `There is no agent ${id}. Leave ?agent= out to reach the first one.`);
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
    // Two servers may start on an empty database at once; the second one then finds the first one's agent.
    await lockFirstAgent(tx);
    await insertFirstAgent(tx, "Easel", DEFAULT_PROMPT);
  });
  const [made] = await oldest();
  if (!made) throw new Error("The first agent could not be made");
  return made.id;
}

/** All that are there and not archived, the oldest first. */
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
const liveAt = (id: string) => and(eq(agents.id, id), isLive);

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

const readPresent = async (): Promise<Present[]> =>
  db()
    .select({ id: agents.id, name: agents.name, description: agents.description })
    .from(agents)
    .where(isAtWork)
    .orderBy(...OLDEST_FIRST);

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

const selectAgents = (where: SQL | undefined) =>
  db()
    .select({
      ...{ id: agents.id, name: agents.name, description: agents.description, mark: agents.mark },
      model: raw<string | null>`${settings.value}->>'model'`,
      createdAt: raw<string>`to_json(${agents.createdAt})`,
      archivedAt: raw<string | null>`to_json(${agents.archivedAt})`,
      deletedAt: raw<string | null>`to_json(${agents.deletedAt})`,
    })
    .from(agents)
    .leftJoin(settings, and(eq(settings.agentId, agents.id), eq(settings.key, "general")))
    .where(where);

type Row = Omit<AgentView, "deletedAt"> & { deletedAt: string | null };

const viewOf = ({ deletedAt, ...agent }: Row): AgentView => ({ ...agent, ...(deletedAt && { deletedAt }) });

/** The oldest first, those that are archived among them; with `inBin`, those that were deleted instead. */
export async function listAgents({ inBin = false } = {}): Promise<AgentView[]> {
  const rows = await selectAgents(inBin ? raw`isfinite(${agents.deletedAt})` : isLive).orderBy(
    ...OLDEST_FIRST,
  );
  return rows.map(viewOf);
}

/** An agent, unless it is in the bin. */
export async function readAgent(id: string): Promise<AgentView> {
  const [row] = await selectAgents(liveAt(id));
  if (!row) throw noAgent(id);
  return viewOf(row);
}

/** Changes what is given. */
export async function changeAgent(
  id: string,
  { name, description, mark, model, archived }: AgentChange,
): Promise<void> {
  const archivedAt = archived ? raw`coalesce(${agents.archivedAt}, now())` : null;
  const [row] = await db()
    .update(agents)
    .set({
      // Not left out, for an update has to set something.
      name: name ?? raw`${agents.name}`,
      ...{ description, mark, archivedAt: archived === undefined ? undefined : archivedAt },
    })
    .where(liveAt(id))
    .returning({ id: agents.id });
  if (!row) throw noAgent(id);
  if (model !== undefined) await changeSetting(id, "general", { model }, "agent");
  publishAgents();
}

/** Conversations of an agent in which something runs or waits. */
export async function listLive(agentId: string): Promise<string[]> {
  // Written out and no parameters, so that the index of live runs can serve it.
  const isOpen = raw`${runs.status} in ('running', 'waiting')`;
  const rows = await db()
    .select({ id: runs.conversationId })
    .from(runs)
    .where(and(eq(runs.agentId, agentId), isOpen));
  return rows.map(({ id }) => id);
}
