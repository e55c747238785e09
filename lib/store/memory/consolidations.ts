import { and, asc, desc, eq, gt, isNull, ne, or, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { z } from "zod";
import { consolidations, embeddings, memories } from "@/drizzle/schema";
import { type Consolidation, type FactBefore, factBefore } from "@/lib/shared/memory/consolidation";
import { publish } from "@/lib/store/bus";
import { asJson, db } from "@/lib/store/db";
import { unsettled } from "@/lib/store/hot/facts";
import type { ConsolidationRow, MemoryRow } from "@/lib/store/rows";

const MAX_LISTED = 100;
/** Days for which a change is listed and can be undone. Forgotten facts are kept for the same time. */
const SHOWN_DAYS = 30;
/** Days for which the user's decision on a change is kept. */
const RETENTION_DAYS = 365;

export type NewConsolidation = Pick<ConsolidationRow, "id" | "kind" | "key"> & {
  before: readonly FactBefore[];
  versions: Readonly<Record<string, number>>;
};

/**
 * Records a change in the transaction that makes it. Returns false if the same change was recorded before;
 * the user may have undone it.
 */
export async function noteConsolidation(
  tx: TransactionSql,
  agentId: string,
  { id, kind, key, before, versions }: NewConsolidation,
): Promise<boolean> {
  const rows = await db(tx)
    .insert(consolidations)
    .values({ id, agentId, kind, key, before, versions })
    .onConflictDoNothing()
    .returning({ id: consolidations.id });
  return rows.length > 0;
}

export async function findExistingKeys(agentId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db()
    .select({ key: consolidations.key })
    .from(consolidations)
    .where(
      and(
        eq(consolidations.agentId, agentId),
        raw`${consolidations.key} in (select json_array_elements_text(${asJson(keys)}::json))`,
      ),
    );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Lists changes that the user has not settled, newest first, with the current facts. Excludes a contradiction
 * if one of its facts was forgotten, and a merge or summary if its remaining fact (the first one) was
 * forgotten.
 */
export async function listConsolidations(agentId: string): Promise<Consolidation[]> {
  const rows = await unsettled(agentId, SHOWN_DAYS, MAX_LISTED);
  return rows.map(({ before, now, createdAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    facts: z
      .array(factBefore)
      .parse(before)
      .map(({ id, content }) => {
        const live = now?.[id];
        return {
          ...{ id, before: content?.content ?? null, now: live?.content ?? null },
          updatedAt: live ? new Date(live.updatedAt).toISOString() : null,
        };
      }),
  }));
}

export async function readConsolidation(agentId: string, id: string) {
  const [row] = await db()
    .select({
      kind: consolidations.kind,
      before: consolidations.before,
      versions: consolidations.versions,
    })
    .from(consolidations)
    .where(isUnsettled(agentId, id));
  if (!row) return null;
  const versions = z.record(z.string(), z.number()).parse(row.versions);
  return { kind: row.kind, before: z.array(factBefore).parse(row.before), versions };
}

const isUnsettled = (agentId: string, id: string) =>
  and(...[eq(consolidations.agentId, agentId), eq(consolidations.id, id)], isNull(consolidations.settled));

/**
 * Settles a change and deletes its old facts, so it can no longer be undone. Returns false if it does not
 * exist or was settled.
 */
export async function settleConsolidation(
  on: TransactionSql | null,
  agentId: string,
  id: string,
  settled: "kept" | "undone",
): Promise<boolean> {
  const rows = await db(on ?? undefined)
    .update(consolidations)
    .set({ settled, before: [] })
    .where(isUnsettled(agentId, id))
    .returning({ id: consolidations.id });
  if (rows.length > 0) publish({ type: "settings", agent: agentId });
  return rows.length > 0;
}

/** Deletes changes that can no longer be undone; settled ones are kept longer. */
export async function sweepConsolidations(): Promise<void> {
  const days = raw`case when ${consolidations.settled} is null then ${SHOWN_DAYS}::int else ${RETENTION_DAYS} end`;
  await db()
    .delete(consolidations)
    .where(raw`${consolidations.createdAt} < now() - ${days} * interval '1 day'`);
}

export type Comparable = Pick<MemoryRow, "id" | "content" | "words" | "certainty" | "projectId"> & {
  layer: Exclude<MemoryRow["layer"], "session">;
  isNew: boolean;
};

/** Lists facts eligible for consolidation, newest first. Excludes session facts and pinned facts. */
export async function readComparable(
  agentId: string,
  since: string | null,
  limit: number,
): Promise<Comparable[]> {
  const { id, layer, content, words, certainty, projectId, updatedAt } = memories;
  return db()
    .select({
      ...{ id, content, words, certainty, projectId },
      layer: raw<Comparable["layer"]>`${layer}`,
      isNew: raw<boolean>`${since}::timestamptz is null or ${updatedAt} > ${since}::timestamptz`,
    })
    .from(memories)
    .where(
      and(
        ...[eq(memories.agentId, agentId), isNull(memories.deletedAt)],
        ...[ne(layer, "session"), isNull(memories.pinnedAt)],
        or(isNull(memories.expiresAt), gt(memories.expiresAt, raw`now()`)),
      ),
    )
    .orderBy(desc(memories.createdAt), desc(id))
    .limit(limit);
}

/** Returns the embeddings of the first part of each fact by this model. */
export async function readMeanings(ids: readonly string[], model: string): Promise<Map<string, Uint8Array>> {
  const { memoryId, vector, part } = embeddings;
  const rows = await db()
    .select({ id: raw<string>`${memoryId}`, vector })
    .from(embeddings)
    .where(
      and(
        ...[eq(part, 0), eq(embeddings.model, model)],
        raw`${memoryId} in (select x::uuid from json_array_elements_text(${asJson(ids)}::json) x)`,
      ),
    );
  return new Map(rows.map(({ id, vector }) => [id, vector]));
}

/** Lists facts of the layer `short` that expire within `days` days, oldest first. */
export async function readStale(agentId: string, days: number, limit: number): Promise<string[]> {
  const rows = await db()
    .select({ id: memories.id })
    .from(memories)
    .where(
      and(
        ...[eq(memories.agentId, agentId), eq(memories.layer, "short")],
        ...[isNull(memories.deletedAt), isNull(memories.pinnedAt), gt(memories.expiresAt, raw`now()`)],
        isNull(memories.projectId),
        raw`${memories.expiresAt} < now() + ${days} * interval '1 day'`,
      ),
    )
    .orderBy(asc(memories.createdAt), asc(memories.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
