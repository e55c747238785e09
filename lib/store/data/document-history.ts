import { and, eq, gt, isNotNull, lte, min, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { TransactionSql } from "postgres";
import { documentCollections, documentsBefore, revisions } from "@/drizzle/schema";
import { type CollectionVersion, collectionVersion } from "@/lib/shared/data/documents-version";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import {
  allIds,
  changedElsewhere,
  cutsOf,
  deleteTouched,
  insertTouched,
  insertTouchedKeys,
  keepBefore,
  noteRewound,
  statesOf,
  touchedAfter,
  touchedBy,
} from "@/lib/store/hot/document-history";
import {
  type Add,
  type By,
  changing,
  type Item,
  lock,
  type NewRevision,
  readRevision,
} from "@/lib/store/revisions";
import type { Sql } from "@/lib/store/sql-fragments";
import { assertDocumentLimits, enter, isNamed, type Named, readCollection } from "./documents";

/*
 * Each change of a collection stores the documents that it changes or deletes in `documents_before`, in the
 * same transaction, and creates a revision of the kind "collection". To restore a revision, every document
 * that was touched since is set to its state before the first of those later changes.
 */

/** Retention per agent. The oldest changes of each collection are deleted first. */
const RETENTION = { changes: 1_000, bytes: 1_000_000_000 };
export const itemOf = ({ agentId, collection }: Named): Item => ({
  agentId,
  kind: "collection",
  name: collection,
});

/** Deletes a collection with all its documents. Throws `not_found`. */
export async function dropCollection(named: Named, by: By): Promise<WholeRevision> {
  const item = itemOf(named);
  const dropped = await changing(item, (tx, add) => putCollection(tx, add, item, { content: null, ...by }));
  publish({ type: "documents", agent: named.agentId, collections: [named.collection] });
  return dropped;
}

/**
 * Stores a version of a collection and restores its documents to that version; null content deletes it. The
 * transaction must hold its lock. Publishes nothing.
 */
export async function putCollection(
  tx: TransactionSql,
  add: Add,
  { agentId, name: collection }: Item,
  { content, ...by }: NewRevision,
): Promise<WholeRevision> {
  const named = { agentId, collection };
  const now = await readCollection(named, tx);
  if (content === null) {
    if (now.version === 0) throw new AppError("not_found", `There is no collection ${collection}.`);
    await keepBefore(tx, named, now.version + 1, allIds(tx, named));
    await db(tx).delete(documentCollections).where(isNamed(named));
    return add({ content: null, ...by, origins: [] });
  }
  const then = collectionVersion.parse(content);
  await assertStored(tx, named, then.change);
  const touched = touchedAfter(tx, named, then.change);
  const { indexes, origins } = then;
  return rewind(tx, add, named, touched, { ...by, operation: "restore", indexes, origins });
}

/**
 * Undoes a single change. If the change also affected another collection, undoes that part, too, if possible.
 * Throws `conflict` if a document of the change was touched since. The user can then restore a whole version
 * instead.
 */
export async function undoChange(agentId: string, id: string, by: By): Promise<WholeRevision> {
  const revision = await readRevision(agentId, id);
  const { data } = collectionVersion.safeParse(revision.content);
  if (revision.kind !== "collection" || !data?.also) return undoAlone(agentId, revision, by);
  const other = await undoAlone(agentId, await readRevision(agentId, data.also), by).catch((error) => {
    // Leave the other collection as it is, because its documents were changed since.
    if (isAppError(error)) return undefined;
    throw error;
  });
  try {
    return await undoAlone(agentId, revision, by, other?.id);
  } catch (error) {
    if (other) await undoAlone(agentId, other, by);
    throw error;
  }
}

async function undoAlone(
  agentId: string,
  { kind, name: collection, version, content }: WholeRevision,
  by: By,
  also?: string,
): Promise<WholeRevision> {
  if (kind !== "collection") throw new AppError("invalid", "This is not a change of a collection.");
  if (content === null)
    throw new AppError("conflict", `${collection} was deleted. Restore the version before that.`);
  const { change, operation, indexes, about, digests } = collectionVersion.parse(content);
  const named = { agentId, collection };
  const since = alias(documentsBefore, "kept_since");
  const undone = await changing(itemOf(named), async (tx, add) => {
    await assertStored(tx, named, change);
    const now = await readCollection(named, tx);
    const [later] = await db(tx)
      .select({ id: since.id })
      .from(since)
      .innerJoin(
        documentsBefore,
        and(
          eq(documentsBefore.agentId, since.agentId),
          eq(documentsBefore.collection, since.collection),
          eq(documentsBefore.id, since.id),
        ),
      )
      .where(and(isStoredFor(named), eq(documentsBefore.change, change), gt(since.change, change)))
      .limit(1);
    const isOther = operation === "createIndex" || JSON.stringify(now.indexes) !== JSON.stringify(indexes);
    if (later || isOther || now.version === 0)
      throw new AppError(
        "conflict",
        `${later ? `The document ${later.id}` : collection} was changed since, so this change cannot be undone alone. Restore a version of ${collection} in the history instead.`,
      );
    const touched = touchedBy(tx, named, change);
    const [before] = await db(tx)
      .select({ content: revisions.content })
      .from(revisions)
      .where(and(isVersionOf(named), eq(revisions.version, version - 1)));
    const { data } = collectionVersion.safeParse(before?.content);
    const origins = [...new Set([...now.origins, ...(data?.origins ?? [])])];
    const asked = `version ${version} was undone`;
    return rewind(tx, add, named, touched, {
      ...by,
      ...{ operation: operation === "undo" ? "redo" : "undo", asked, about, digests, also, indexes, origins },
    });
  });
  publish({ type: "documents", agent: agentId, collections: [collection] });
  return undone;
}

/**
 * Gives the documents that a copy of a collection changed since `base` the content that they have in the copy. Throws
 * `conflict` if one of them has another content than when the copy was made. The transaction must hold the lock.
 */
export async function takeDocuments(
  tx: TransactionSql,
  add: Add,
  named: Named,
  copy: Named & { base: number },
  by: By,
): Promise<WholeRevision> {
  const changed = touchedAfter(tx, copy, copy.base);
  const [other] = await changedElsewhere(tx, named, changed);
  if (other)
    throw new AppError(
      "conflict",
      `The document ${other.id} of ${named.collection} changed since the rehearsal began. Leave out ${named.collection}, or rehearse again.`,
    );
  const { indexes, origins } = await readCollection(copy, tx);
  const touched = statesOf(tx, copy, changed);
  return rewind(tx, add, named, touched, { ...by, operation: "restore", indexes, origins });
}

type Rewound = By &
  Pick<CollectionVersion, "operation" | "asked" | "about" | "digests" | "also" | "indexes" | "origins">;

/** Restores documents from `touched`; deletes those without a body. */
async function rewind(
  tx: TransactionSql,
  add: Add,
  named: Named,
  touched: Sql,
  { operation, asked, about, digests, also, indexes, origins, author, cause }: Rewound,
): Promise<WholeRevision> {
  const { agentId, collection } = named;
  const change = (await enter(tx, named)) + 1;
  await keepBefore(tx, named, change, tx`select id from (${touched}) t`);
  const gone = await deleteTouched(tx, named, touched);
  const put = await insertTouched(tx, named, touched);
  const [keys] = await insertTouchedKeys(tx, named, touched);
  if (keys && keys.put < keys.wanted)
    throw new AppError(
      "conflict",
      `A document to restore has a key that another document in ${collection} has now. Nothing was changed. Delete that one first, or restore a whole version in the history.`,
    );
  const back = new Set(put.map(({ id }) => id));
  const updated = gone.filter(({ id }) => back.has(id)).length;
  const [now] = await noteRewound(tx, named, { version: change, indexes, origins });
  if (!now) throw new Error("A collection disappeared despite its lock");
  await assertDocumentLimits(tx, agentId);
  const counts = { inserted: put.length - updated, updated, deleted: gone.length - updated };
  const content: CollectionVersion = {
    ...{
      change,
      operation,
      ...counts,
      ...(asked && { asked }),
      ...(about && { about }),
      ...(digests && { digests }),
      ...(also && { also }),
    },
    ...{ ...now, indexes, origins: now.documents > 0 ? origins : [] },
  };
  return add({ content, author, cause });
}

/** Throws `not_found` if the stored documents of this version were deleted. */
async function assertStored(tx: TransactionSql, named: Named, change: number): Promise<void> {
  const { collection } = named;
  const [stored] = await db(tx)
    .select({ id: revisions.id })
    .from(revisions)
    .where(
      and(
        ...[isVersionOf(named), isNotNull(revisions.content)],
        raw`(${revisions.content}->>'change')::bigint = ${change}`,
      ),
    );
  if (!stored)
    throw new AppError(
      "not_found",
      `This version of ${collection} is too old: its documents are no longer stored.`,
    );
}

export async function sweepBefore(agentId: string | null = null, limits = RETENTION): Promise<void> {
  const first = alias(revisions, "first_kept");
  for (const { change, ...named } of await cutsOf(agentId, limits)) {
    // Keep the revision of this change: restoring it needs only the stored documents of later changes.
    const firstStored = db()
      .select({ version: min(first.version) })
      .from(first)
      .where(
        and(
          ...[
            eq(first.agentId, named.agentId),
            eq(first.kind, "collection"),
            eq(first.name, named.collection),
          ],
          raw`(${first.content}->>'change')::bigint >= ${change}`,
        ),
      );
    await sql().begin(async (tx) => {
      await lock(tx, itemOf(named));
      await db(tx)
        .delete(documentsBefore)
        .where(and(isStoredFor(named), lte(documentsBefore.change, change)));
      await db(tx)
        .delete(revisions)
        .where(and(isVersionOf(named), raw`${revisions.version} < coalesce(${firstStored}, 0)`));
    });
  }
}

const isStoredFor = ({ agentId, collection }: Named) =>
  and(eq(documentsBefore.agentId, agentId), eq(documentsBefore.collection, collection));

const isVersionOf = ({ agentId, collection }: Named) =>
  and(eq(revisions.agentId, agentId), eq(revisions.kind, "collection"), eq(revisions.name, collection));
