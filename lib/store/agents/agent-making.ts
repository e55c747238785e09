import { and, asc, count, desc, eq, inArray, isNull, or, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ISql } from "postgres";
import { agents, rehearsals } from "@/drizzle/schema";
import { actingMember } from "@/lib/ground/base/acting";
import { BIN_DAYS, MAX_AGENTS } from "@/lib/shared/agents/agents";
import { DEFAULT_PROMPT } from "@/lib/shared/default-prompt";
import { AppError } from "@/lib/shared/errors";
import type { Member } from "@/lib/shared/members/members";
import { OWNER_ID, type Right } from "@/lib/shared/members/roles";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { insertAgent, lockAgents } from "@/lib/store/hot/agents";
import { isListed, MAX_REHEARSALS, REHEARSAL_DAYS } from "./rehearsals";

/*
 * Creates and deletes agents. While `fill` runs, the new agent's deleted_at is `infinity`: no request can
 * reach the agent, and the bin does not list it. If the server crashes in the meantime, `purgeAgents` removes
 * it.
 */

const FILLING = "1 hour";
const NEVER = "infinity";

export type AgentFields = { name: string; description?: string; mark?: string; prompt?: string };

/**
 * Creates an empty agent and returns its id. With `fill`, the agent becomes visible after `fill` resolves,
 * and is removed if it throws.
 */
export async function addAgent(fields: AgentFields, fill?: (id: string) => Promise<void>): Promise<string> {
  const id = await insert(fields, fill !== undefined);
  if (fill) {
    try {
      await fill(id);
      await finish(id);
    } catch (error) {
      await db().delete(agents).where(unfinished(id));
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
    await assertAgentLimit(tx);
    const deletedAt = isUnfinished ? NEVER : null;
    const memberId = actingMember() ?? OWNER_ID;
    const [row] = await insertAgent(tx, { memberId, name, description, mark, prompt, deletedAt });
    return row?.id;
  });
  if (!id) throw new Error("The agent could not be created");
  return id;
}

/**
 * Returns the oldest agent of a member, else the oldest one in `rights`. Creates the first agent of a member, unless
 * they are a guest: then throws `not_found`.
 */
export async function firstAgentOf(
  { id: memberId, role }: Pick<Member, "id" | "role">,
  rights: ReadonlyMap<string, Right> | null,
): Promise<string> {
  const oldest = async (tx: ISql = sql()) => {
    const rows = await db(tx)
      .select({ id: agents.id, memberId: agents.memberId })
      .from(agents)
      .where(isNull(agents.deletedAt))
      .orderBy(asc(agents.createdAt), asc(agents.id));
    return rows.find((row) => row.memberId === memberId) ?? rows.find(({ id }) => rights?.has(id));
  };
  const there = await oldest();
  if (there) return there.id;
  if (role === "guest")
    throw new AppError("not_found", "No agent is shared with you yet. Ask who invited you.");
  const id = await sql().begin(async (tx) => {
    await lockAgents(tx);
    const agent = await oldest(tx);
    if (agent) return agent.id;
    await assertAgentLimit(tx);
    const fields = { name: "Easel", description: "", mark: "", prompt: DEFAULT_PROMPT, deletedAt: null };
    const [row] = await insertAgent(tx, { memberId, ...fields });
    return row?.id;
  });
  if (!id) throw new Error("The agent could not be created");
  publishAgents();
  return id;
}

async function finish(id: string): Promise<void> {
  await sql().begin(async (tx) => {
    await lockAgents(tx);
    // Check the limit again, because other agents may have been created in the meantime.
    await assertAgentLimit(tx);
    const [row] = await db(tx)
      .update(agents)
      .set({ deletedAt: null })
      .where(unfinished(id))
      .returning({ id: agents.id });
    if (!row)
      throw new AppError("conflict", `Creating the agent took longer than ${FILLING}. Create it again.`);
  });
}

const unfinished = (id: string) => and(eq(agents.id, id), eq(agents.deletedAt, NEVER));

/** Moves an agent to the bin. Throws `conflict` for the last agent. */
export async function deleteAgent(id: string): Promise<void> {
  await sql().begin(async (tx) => {
    await lockAgents(tx);
    const live = alias(agents, "live_agents");
    const left = db(tx).select({ count: count() }).from(live).where(isNull(live.deletedAt));
    const [row] = await db(tx)
      .select({ left: raw`(${left})`.mapWith(Number) })
      .from(agents)
      .where(and(eq(agents.id, id), isNull(agents.deletedAt)));
    if (!row) throw noAgent(id);
    if (row.left === 1)
      throw new AppError("conflict", "The last agent cannot be deleted. Create another one first.");
    await db(tx).update(agents).set({ deletedAt: raw`now()` }).where(eq(agents.id, id));
  });
  publishAgents();
}

/**
 * Restores an agent from the bin. Has no effect if it is not deleted. Throws `not_found` if it was purged.
 */
export async function restoreAgent(id: string): Promise<void> {
  await sql().begin(async (tx) => {
    await lockAgents(tx);
    const [row] = await db(tx)
      .select({ isDeleted: raw<boolean>`${agents.deletedAt} is not null` })
      .from(agents)
      .where(and(eq(agents.id, id), raw`${agents.deletedAt} is distinct from ${NEVER}`));
    if (!row) throw noAgent(id);
    if (!row.isDeleted) return;
    await assertAgentLimit(tx);
    await db(tx).update(agents).set({ deletedAt: null }).where(eq(agents.id, id));
  });
  publishAgents();
}

/**
 * Purges agents whose time in the bin is over, agents that were never finished, and copies of old rehearsals. Returns their
 * ids.
 */
export async function purgeAgents(): Promise<string[]> {
  const { deletedAt, createdAt } = agents;
  const isOld = raw`${deletedAt} < now() - ${BIN_DAYS} * interval '1 day'`;
  const isLost = and(
    ...[eq(deletedAt, NEVER), raw`${createdAt} < now() - ${FILLING}::interval`],
    raw`not exists (select from rehearsals r where r.agent_id = ${agents.id} and r.source_id is not null
      and r.created_at > now() - ${REHEARSAL_DAYS} * interval '1 day')`,
  );
  const gone = await db().delete(agents).where(or(isOld, isLost)).returning({ id: agents.id });
  return gone.map(({ id }) => id);
}

/** Deletes the copy of a rehearsal. */
export async function deleteCopy(id: string): Promise<void> {
  const copies = db().select({ id: rehearsals.agentId }).from(rehearsals);
  await db()
    .delete(agents)
    .where(and(eq(agents.id, id), inArray(agents.id, copies)));
  publishAgents();
}

/** Deletes the oldest rehearsals of an agent beyond the maximum number. Returns the ids of their copies. */
export async function purgeRehearsals(sourceId: string): Promise<string[]> {
  const old = db()
    .select({ id: rehearsals.agentId })
    .from(rehearsals)
    .where(and(eq(rehearsals.sourceId, sourceId), isListed()))
    .orderBy(desc(rehearsals.createdAt))
    .offset(MAX_REHEARSALS);
  const gone = await db().delete(agents).where(inArray(agents.id, old)).returning({ id: agents.id });
  if (gone.length > 0) publishAgents();
  return gone.map(({ id }) => id);
}

async function assertAgentLimit(tx: ISql): Promise<void> {
  const [row] = await db(tx).select({ count: count() }).from(agents).where(isNull(agents.deletedAt));
  if ((row?.count ?? 0) >= MAX_AGENTS)
    throw new AppError("conflict", `There are ${MAX_AGENTS} agents already. Delete one that is not needed.`);
}

export const publishAgents = () => publish({ type: "agents" });

export const noAgent = (id: string) => new AppError("not_found", `There is no agent ${id}.`);
