import { and, desc, eq, isNotNull, isNull, sql as raw } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { TransactionSql } from "postgres";
import { modelCalls, proofs, rehearsals } from "@/drizzle/schema";
import { env } from "@/lib/ground/base/env";
import { singleton } from "@/lib/ground/base/process";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import {
  type AcceptedItem,
  type RehearsedCause,
  type ReplayCause,
  rehearsedCause,
} from "@/lib/shared/rehearsals";
import { db, jsonValue, toIso } from "@/lib/store/db";

export type Rehearsal = {
  /** The copy of the agent, by which the rehearsal is named. */
  id: string;
  sourceId: string | null;
  title: string;
  cause: RehearsedCause;
  takenAt: string;
  databaseChange: number | null;
  conversationId: string | null;
  accepted: AcceptedItem[] | null;
  acceptedAt: string | null;
  undoneAt: string | null;
};

/** Days after which a rehearsal is deleted with its copy. */
export const REHEARSAL_DAYS = 7;
/** Rehearsals of an agent beyond this number are deleted, oldest first. */
export const MAX_REHEARSALS = 20;

/** Whether an agent is a copy never changes, so it is read once. */
const sourceCache = () =>
  singleton("rehearsal sources", () => new LRUCache<string, { sourceId: string | null }>({ max: 10_000 }));

/** Returns the agent that a copy was made of; null for an agent that is no copy, and without a database. */
export async function sourceOf(agentId: string): Promise<string | null> {
  if (!env().DATABASE_URL || !uuid.safeParse(agentId).success) return null;
  const cache = sourceCache();
  const known = cache.get(agentId);
  if (known) return known.sourceId;
  const [row] = await db()
    .select({ sourceId: rehearsals.sourceId, agentId: rehearsals.agentId })
    .from(rehearsals)
    .where(eq(rehearsals.agentId, agentId));
  // Without its source a copy is still a copy.
  const sourceId = row ? (row.sourceId ?? row.agentId) : null;
  cache.set(agentId, { sourceId });
  return sourceId;
}

export const isRehearsal = async (agentId: string): Promise<boolean> => (await sourceOf(agentId)) !== null;

const columns = {
  id: rehearsals.agentId,
  sourceId: rehearsals.sourceId,
  title: rehearsals.title,
  cause: rehearsals.cause,
  takenAt: rehearsals.takenAt,
  databaseChange: rehearsals.databaseChange,
  conversationId: rehearsals.conversationId,
  accepted: rehearsals.accepted,
  acceptedAt: rehearsals.acceptedAt,
  undoneAt: rehearsals.undoneAt,
};

const isoOf = (time: string | null) => (time === null ? null : toIso(time));

const toRehearsal = (row: Omit<Rehearsal, "cause"> & { cause: unknown }): Rehearsal => ({
  ...row,
  cause: rehearsedCause.parse(row.cause),
  takenAt: toIso(row.takenAt),
  acceptedAt: isoOf(row.acceptedAt),
  undoneAt: isoOf(row.undoneAt),
});

/** Returns a rehearsal of an agent. Throws `not_found`. */
export async function readRehearsal(sourceId: string, id: string): Promise<Rehearsal> {
  const [row] = await db()
    .select(columns)
    .from(rehearsals)
    .where(and(eq(rehearsals.agentId, id), eq(rehearsals.sourceId, sourceId), isListed()));
  if (!row) throw new AppError("not_found", `There is no rehearsal ${id}. GET /api/rehearsals lists them.`);
  return toRehearsal(row);
}

/** Lists the rehearsals of an agent, newest first. */
export async function listRehearsals(sourceId: string): Promise<Rehearsal[]> {
  const rows = await db()
    .select(columns)
    .from(rehearsals)
    .where(and(eq(rehearsals.sourceId, sourceId), isListed()))
    .orderBy(desc(rehearsals.createdAt))
    .limit(MAX_REHEARSALS);
  return rows.map(toRehearsal);
}

const kindOfCause = () => raw`${rehearsals.cause}->>'kind'`;

/** Condition for rehearsals of the user, in contrast to the turns that a trial of a change plays. */
export const isListed = () => raw`${kindOfCause()} <> 'replay'`;

/** Lists the copies of replayed turns on which no server works any more. */
export async function listLostReplays(): Promise<{ id: string; sourceId: string | null }[]> {
  const isAtWork = raw`exists (select from ${proofs} where ${proofs.id}::text = ${rehearsals.cause}->>'trial'
    and ${proofs.state} = 'trying' and ${proofs.claimedUntil} > now())`;
  return db()
    .select({ id: rehearsals.agentId, sourceId: rehearsals.sourceId })
    .from(rehearsals)
    .where(raw`${kindOfCause()} = 'replay' and not ${isAtWork}`);
}

/** Books the calls of models by a copy to its source, so that usage and budgets count them after its deletion. */
export async function bookCalls(copyId: string, sourceId: string): Promise<void> {
  await db().update(modelCalls).set({ agentId: sourceId }).where(eq(modelCalls.agentId, copyId));
}

export async function addRehearsal(
  tx: TransactionSql,
  row: Omit<Rehearsal, "accepted" | "acceptedAt" | "undoneAt" | "cause"> & {
    cause: RehearsedCause | ReplayCause;
  },
): Promise<void> {
  const { id, cause, ...rest } = row;
  await db(tx)
    .insert(rehearsals)
    .values({ ...rest, agentId: id, cause: jsonValue(cause) });
}

export async function setAccepted(tx: TransactionSql, id: string, accepted: AcceptedItem[]): Promise<void> {
  await db(tx)
    .update(rehearsals)
    .set({ accepted: jsonValue(accepted), acceptedAt: raw`now()`, undoneAt: null })
    .where(eq(rehearsals.agentId, id));
}

/** Records that the database is about to be changed, before the other items. Null removes the record. */
export async function setBegun(id: string, begun: AcceptedItem | null): Promise<void> {
  await db()
    .update(rehearsals)
    .set({ accepted: begun && jsonValue([begun]), acceptedAt: null, undoneAt: null })
    .where(eq(rehearsals.agentId, id));
}

/** Records that the database of an accepted rehearsal is about to be changed back. */
export async function setUndoBegun(id: string, accepted: AcceptedItem[]): Promise<void> {
  await db()
    .update(rehearsals)
    .set({ accepted: jsonValue(accepted) })
    .where(eq(rehearsals.agentId, id));
}

/** Lists the rehearsals whose accept or undo has begun and not ended. */
export async function listBegun(): Promise<{ id: string; sourceId: string }[]> {
  const begun = raw`exists (select from json_array_elements(${rehearsals.accepted}) as item(value)
    where item.value -> 'begun' is not null)`;
  const rows = await db()
    .select({ id: rehearsals.agentId, sourceId: rehearsals.sourceId })
    .from(rehearsals)
    .where(and(isNotNull(rehearsals.accepted), isNull(rehearsals.undoneAt), begun));
  return rows.flatMap(({ id, sourceId }) => (sourceId === null ? [] : { id, sourceId }));
}

export async function setUndone(tx: TransactionSql, id: string): Promise<void> {
  await db(tx).update(rehearsals).set({ undoneAt: raw`now()` }).where(eq(rehearsals.agentId, id));
}
