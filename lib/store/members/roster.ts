import { asc, isNull } from "drizzle-orm";
import { agentShares, agents, members } from "@/drizzle/schema";
import type { Actor } from "@/lib/ground/base/acting";
import { env } from "@/lib/ground/base/env";
import { singleton } from "@/lib/ground/base/process";
import type { Member } from "@/lib/shared/members/members";
import { hasRole, OWNER_ID, RIGHTS, type Right, type SharedRight } from "@/lib/shared/members/roles";
import { publish, subscribe } from "@/lib/store/bus";
import { db } from "@/lib/store/db";
import { reread } from "@/lib/store/unreachable";

type Sharing = { owner: string; everyone: SharedRight | null; members: Map<string, SharedRight> };
/** The members, and the owner and the sharing of each agent. While the owner is alone, `agents` is empty. */
export type Roster = {
  members: ReadonlyMap<string, Member>;
  agents: ReadonlyMap<string, Sharing>;
  /** Daily limits in US dollars, of members who have one. */
  limits: ReadonlyMap<string, number>;
};

/** Time after which the roster is read again. A notice that reports a change can be lost. */
const FRESH_MS = 2_000;

type Cache = { read?: Promise<Roster>; at: number; stop: () => void };

const rosterCache = (): Cache =>
  singleton(
    "members",
    () => {
      const cache: Cache = { at: 0, stop: () => {} };
      cache.stop = subscribe(({ type }) => {
        if (type === "members" || type === "agents" || type === "gap") cache.read = undefined;
      });
      return cache;
    },
    (cache) => cache.stop(),
  );

/** Returns the roster, at most `FRESH_MS` old. */
export async function readRoster(): Promise<Roster> {
  const cache = rosterCache();
  const now = performance.now();
  if (cache.read && now - cache.at < FRESH_MS) return cache.read;
  const read = reread(readWhole);
  Object.assign(cache, { read, at: now });
  // Never keep a failure: the next request reads again.
  read.catch(() => {
    if (cache.read === read) cache.read = undefined;
  });
  return read;
}

async function readWhole(): Promise<Roster> {
  const { id, name, email, role, dailyUsd } = members;
  const rows = await db()
    .select({ id, name, email, role, dailyUsd })
    .from(members)
    .where(isNull(members.removedAt))
    .orderBy(asc(members.createdAt), asc(id));
  const byId = new Map(rows.map(({ dailyUsd: _, ...member }) => [member.id, member]));
  const limits = new Map(
    rows.flatMap((row) => (row.dailyUsd === null ? [] : [[row.id, row.dailyUsd] as const])),
  );
  // The owner is alone, so no rights are needed.
  if (rows.length < 2) return { members: byId, agents: new Map(), limits };
  const [all, shares] = await Promise.all([
    db().select({ id: agents.id, owner: agents.memberId, everyone: agents.everyone }).from(agents),
    db().select().from(agentShares),
  ]);
  const sharing = new Map(
    all.map(({ id: agentId, owner, everyone }): [string, Sharing] => [
      agentId,
      { owner, everyone, members: new Map() },
    ]),
  );
  for (const { agentId, memberId, right } of shares) sharing.get(agentId)?.members.set(memberId, right);
  return { members: byId, agents: sharing, limits };
}

/** Call after a change of a member, or of the owner or the sharing of an agent. */
export function publishMembers(): void {
  rosterCache().read = undefined;
  publish({ type: "members" });
}

/** Returns true if the owner is the only member, who then may do everything. */
export const isAlone = async (): Promise<boolean> =>
  // Before its database is known, a server has no members.
  env().DATABASE_URL === undefined || (await readRoster()).members.size < 2;

/** Returns a member who was not removed, or null. */
export const readMember = async (id: string): Promise<Member | null> =>
  (await readRoster()).members.get(id) ?? null;

/** Returns the right of a member on an agent, or null if they have none. */
export async function rightOn(memberId: string, agentId: string): Promise<Right | null> {
  const roster = await readRoster();
  if (roster.members.size < 2) return memberId === OWNER_ID ? "own" : null;
  return rightIn(roster, memberId, agentId);
}

/** Lists the agents that a member may use; null for all, because there is no other member. */
export async function agentsOf(memberId: string): Promise<ReadonlyMap<string, Right> | null> {
  const roster = await readRoster();
  if (roster.members.size < 2) return null;
  const rights = [...roster.agents.keys()].map((id) => [id, rightIn(roster, memberId, id)] as const);
  return new Map(rights.filter((one): one is readonly [string, Right] => one[1] !== null));
}

/** Returns the name of the member whom each agent belongs to; empty while the owner is alone. */
export async function ownerNames(): Promise<ReadonlyMap<string, string>> {
  const { members: all, agents: sharing } = await readRoster();
  return new Map([...sharing].map(([id, { owner }]) => [id, all.get(owner)?.name ?? ""]));
}

function rightIn({ members: all, agents: sharing }: Roster, memberId: string, agentId: string): Right | null {
  const member = all.get(memberId);
  const agent = sharing.get(agentId);
  if (!member || !agent) return null;
  if (agent.owner === memberId) return "own";
  const given = [agent.members.get(memberId), agent.everyone].filter((right) => right != null);
  const best = RIGHTS.findLast((right) => given.some((one) => one === right)) ?? null;
  // Guests use agents that are shared with them by name, and never edit.
  if (hasRole(member.role, "member")) return best;
  return agent.members.has(memberId) ? "use" : null;
}

/** Returns the member as the one for whom code runs. */
export const actorOf = async (memberId: string): Promise<Actor> => ({
  memberId,
  isAlone: await isAlone(),
  rightOn: (agentId) => rightOn(memberId, agentId),
});

/** Returns the daily limit of a member in US dollars, or null. */
export const dailyLimitOf = async (memberId: string): Promise<number | null> =>
  (await readRoster()).limits.get(memberId) ?? null;
