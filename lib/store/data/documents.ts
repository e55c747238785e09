import { and, asc, desc, eq, max, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { documentCollections, documentKeys, documents, documentsBefore, revisions } from "@/drizzle/schema";
import { LIMITS } from "@/lib/shared/data/documents";
import { AppError } from "@/lib/shared/errors";
import { isRehearsal } from "@/lib/store/agents/rehearsals";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import {
  bodiesAfter,
  counts,
  firstBodies,
  firstOfOrder,
  idsOf,
  type Ordered,
} from "@/lib/store/hot/documents";
import { lockName } from "@/lib/store/locks";
import type { Sql } from "@/lib/store/sql-fragments";
import { fetchBorrowed } from "./borrowed-documents";

export type Index = { keys: string[]; unique: boolean };

export type Named = { agentId: string; collection: string };

/** A collection; `version` is 0 and it is empty if it does not exist. */
export type Collection = Omit<typeof documentCollections.$inferSelect, "agentId" | "createdAt" | "borrowed">;

const columns = {
  ...{ name: documentCollections.name, version: documentCollections.version },
  ...{ documents: documentCollections.documents, bytes: documentCollections.bytes },
  ...{ indexes: documentCollections.indexes, origins: documentCollections.origins },
  markedAt: documentCollections.markedAt,
};

export const isNamed = ({ agentId, collection }: Named) =>
  and(eq(documentCollections.agentId, agentId), eq(documentCollections.name, collection));

/**
 * Reads a collection before its documents are read or written. In a rehearsal this copies the documents from the source.
 */
export async function readCollection(named: Named, on?: TransactionSql): Promise<Collection> {
  const { borrowed } = documentCollections;
  const [found] = await db(on)
    .select({ ...columns, borrowed })
    .from(documentCollections)
    .where(isNamed(named));
  const none = { version: 0, documents: 0, bytes: 0, indexes: [], origins: [], markedAt: null };
  if (!found) return { name: named.collection, ...none };
  const { borrowed: isBorrowed, ...row } = found;
  if (isBorrowed) await fetchBorrowed(named, on);
  return row;
}

/** In a rehearsal, copies the documents of the collection before they are read. */
async function present(named: Named): Promise<void> {
  if (await isRehearsal(named.agentId)) await readCollection(named);
}

export const listCollections = async (agentId: string): Promise<Collection[]> =>
  db()
    .select(columns)
    .from(documentCollections)
    .where(eq(documentCollections.agentId, agentId))
    .orderBy(asc(documentCollections.name));

/** Returns the collections with the time of their last change, in microseconds. */
export async function listChangedCollections(agentId: string): Promise<(Collection & { micros: string })[]> {
  const last = db()
    .select({ at: revisions.createdAt })
    .from(revisions)
    .where(
      and(
        eq(revisions.agentId, documentCollections.agentId),
        eq(revisions.kind, "collection"),
        eq(revisions.name, documentCollections.name),
      ),
    )
    .orderBy(desc(revisions.version))
    .limit(1);
  const changedAt = raw`coalesce(${last}, ${documentCollections.createdAt})`;
  return db()
    .select({ ...columns, micros: raw<string>`(extract(epoch from ${changedAt}) * 1000000)::bigint` })
    .from(documentCollections)
    .where(eq(documentCollections.agentId, agentId))
    .orderBy(asc(documentCollections.name));
}

/**
 * Yields document bodies in insertion order, `batch` at a time, from one snapshot. With `isEarly` the first
 * batch comes sooner, from an earlier snapshot than the rest.
 */
export async function* readBodies(
  named: Named,
  condition: Sql,
  batch: number,
  isEarly = false,
): AsyncGenerator<string[]> {
  await present(named);
  let after = -1;
  if (isEarly) {
    const rows = await firstBodies(named, condition, batch);
    yield rows.map(({ body }) => body);
    if (rows.length < batch) return;
    after = rows.at(-1)?.at ?? after;
  }
  for await (const some of bodiesAfter(named, condition, after).cursor(batch))
    yield some.map(({ body }) => body);
}

/**
 * Yields candidates that include the first `count` documents of an order. Of the documents that surely match
 * and that SQL can compare, yields only the first `count`; of all others, those that may match.
 */
export async function* readFirst(
  named: Named,
  filter: { may: Sql; sure: Sql },
  order: Ordered,
  batch: number,
): AsyncGenerator<string[]> {
  await present(named);
  for await (const some of firstOfOrder(named, filter, order).cursor(batch))
    yield some.map(({ body }) => body);
}

/** Counts the documents that match a filter; null if SQL cannot decide for all of them. */
export async function countDocuments(named: Named, filter: { may: Sql; sure: Sql }): Promise<number | null> {
  await present(named);
  const [row] = await counts(named, filter);
  return row && row.all === row.sure ? row.all : null;
}

/**
 * Returns the ids of the documents that match a filter, as text; null if SQL cannot decide for all of them.
 */
export async function findIds(named: Named, filter: { may: Sql; sure: Sql }): Promise<string[] | null> {
  await present(named);
  const rows = await idsOf(named, filter);
  return rows.every(({ sure }) => sure) ? rows.map(({ id }) => id) : null;
}

/**
 * Locks a collection for a change, creating it if needed, and returns its version. Versions of a recreated
 * collection continue from those of the deleted one.
 */
export async function enter(tx: TransactionSql, named: Named): Promise<number> {
  const { agentId, collection } = named;
  await lockName(tx, `${agentId} documents`);
  const last = db()
    .select({ next: raw`${max(documentsBefore.change)} + 1` })
    .from(documentsBefore)
    .where(and(eq(documentsBefore.agentId, agentId), eq(documentsBefore.collection, collection)));
  await db(tx)
    .insert(documentCollections)
    .values({
      ...{ agentId, name: collection },
      version: raw`greatest(extract(epoch from clock_timestamp()) * 1000, ${last})::bigint`,
    })
    .onConflictDoNothing();
  const [row] = await db(tx)
    .select({ version: documentCollections.version })
    .from(documentCollections)
    .where(isNamed(named))
    .for("update");
  if (!row) throw new Error("A collection was not created");
  return row.version;
}

/**
 * Throws `too_large` if the agent's collections together exceed the limits. Only collections of the agent
 * count towards the number of collections, not the few that Easel manages.
 */
export async function assertDocumentLimits(tx: TransactionSql, agentId: string): Promise<void> {
  const [row] = await db(tx)
    .select({
      collections: raw<number>`count(*) filter (where ${documentCollections.name} like 'ai\\_%')::int`,
      documents: raw<number>`coalesce(sum(${documentCollections.documents}), 0)::int`,
      bytes: raw<number>`coalesce(sum(${documentCollections.bytes}), 0)::float8`,
    })
    .from(documentCollections)
    .where(eq(documentCollections.agentId, agentId));
  if (!row) return;
  for (const [what, maxCount] of [
    ["collections", LIMITS.collections],
    ["documents", LIMITS.documents],
    ["bytes", LIMITS.bytes],
  ] as const)
    if (row[what] > maxCount)
      throw new AppError(
        "too_large",
        `The limit is ${maxCount.toLocaleString("en")} ${what} in total, and this would make ${row[what].toLocaleString("en")}. Nothing was changed. Delete what is no longer needed.`,
      );
}

/** Sets the origins of a collection because the user trusts it or no longer does. Returns the earlier origins. */
export async function setCollectionOrigins(
  named: Named,
  change: (origins: readonly string[]) => readonly string[],
): Promise<string[]> {
  const before = await sql().begin(async (tx) => {
    const [row] = await db(tx)
      .select({ origins: documentCollections.origins })
      .from(documentCollections)
      .where(isNamed(named))
      .for("update");
    if (!row) return [];
    const origins = [...change(row.origins)];
    const markedAt = origins.length > 0 ? raw`coalesce(${documentCollections.markedAt}, now())` : null;
    await db(tx).update(documentCollections).set({ origins, markedAt }).where(isNamed(named));
    return row.origins;
  });
  publish({ type: "documents", agent: named.agentId, collections: [named.collection] });
  return before;
}

export const isOf = ({ agentId, collection }: Named) =>
  and(eq(documents.agentId, agentId), eq(documents.collection, collection));

export const isAmong = (ids: readonly string[]) =>
  raw`${documents.id} in (select json_array_elements_text(${asJson(ids)}::json))`;

/** Returns the bodies of documents by their ids. */
export async function readBodiesOf(named: Named, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  await present(named);
  const rows = await db()
    .select({ body: documents.body })
    .from(documents)
    .where(and(isOf(named), isAmong(ids)));
  return rows.map(({ body }) => body);
}

/** Returns those ids and unique keys that already exist, as `index value`. */
export async function takenOf(
  { agentId, collection }: Named,
  wanted: readonly { id: string; keys: readonly (readonly [index: string, key: string])[] }[],
): Promise<Set<string>> {
  const ids = wanted.map(({ id }) => id);
  const keys = wanted.flatMap((one) => one.keys.map(([index, key]) => ({ index, key })));
  const { index, key } = documentKeys;
  const requestedKeys = raw`json_to_recordset(${asJson(keys)}::json) as given(index text, key text)`;
  const rows = await db()
    .select({ taken: raw<string>`'_id ' || ${documents.id}` })
    .from(documents)
    .where(and(isOf({ agentId, collection }), isAmong(ids)))
    .unionAll(
      db()
        .select({ taken: raw<string>`${index} || ' ' || ${key}` })
        .from(documentKeys)
        .innerJoin(requestedKeys, raw`given.index = ${index} and given.key = ${key}`)
        .where(and(eq(documentKeys.agentId, agentId), eq(documentKeys.collection, collection))),
    );
  return new Set(rows.map(({ taken }) => taken));
}
