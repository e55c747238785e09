import { and, eq, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { agents, documentKeys, documents } from "@/drizzle/schema";
import { log } from "@/lib/ground/base/log";
import type { CollectionVersion } from "@/lib/shared/data/documents-version";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import { inEnglish } from "@/lib/shared/i18n/locale";
import { changeDigest, documentChange } from "@/lib/shared/text/describe-value";
import { serverTimeZone, settingNow } from "@/lib/store/agents/settings";
import { analyzeSometimes } from "@/lib/store/analyze";
import { publish } from "@/lib/store/bus";
import { asJson, db } from "@/lib/store/db";
import { keepBefore } from "@/lib/store/hot/document-history";
import {
  deleteDocuments,
  insertDocuments,
  insertKeys,
  noteChange,
  updateDocuments,
} from "@/lib/store/hot/documents";
import { type By, changing } from "@/lib/store/revisions";
import { itemOf, sweepBefore } from "./document-history";
import {
  assertDocumentLimits,
  enter,
  type Index,
  isAmong,
  isOf,
  type Named,
  readCollection,
} from "./documents";

/** A document with its unique keys, each as `[index, key]`. */
export type Stored = { id: string; body: string; found: string; keys: [index: string, key: string][] };

export type Change = {
  inserts?: readonly Stored[];
  updates?: readonly Stored[];
  deletes?: readonly string[];
  indexes?: Index[];
  origins?: readonly string[];
};

export type Made = By & Pick<CollectionVersion, "operation" | "asked" | "also">;

/** Number of removed bytes above which a change sweeps old documents at once. */
const SWEEP_BYTES = 20_000_000;

/**
 * Applies a change to a collection and stores its version in one transaction. Returns null if the collection
 * was changed since `version`. Stores the changed and deleted documents for undo. Throws `conflict` for a
 * duplicate id or key, `too_large` if a limit is exceeded.
 */
export async function changeCollection(
  named: Named,
  version: number,
  { inserts = [], updates = [], deletes = [], indexes, origins = [] }: Change,
  { operation, asked, also, author, cause }: Made,
): Promise<WholeRevision | null> {
  const { agentId, collection } = named;
  const gone = [...deletes, ...updates.map(({ id }) => id)];
  const touched = [...gone, ...inserts.map(({ id }) => id)];
  let lost = 0;
  const made = await changing(itemOf(named), async (tx, add) => {
    const before = await readCollection(named, tx);
    if (before.version !== version) return null;
    const from = await enter(tx, named);
    if (version > 0 && from !== version) return null;
    const change = from + 1;
    lost = await bytesOf(tx, named, gone);
    const about = await aboutOf(tx, named, { inserts, updates, deletes });
    const ids = tx`select distinct json_array_elements_text(${asJson(touched)}::json)`;
    if (touched.length > 0) await keepBefore(tx, named, change, ids);
    if (deletes.length > 0) await deleteDocuments(tx, named, deletes);
    await put(tx, named, inserts, updates);
    const gained = [...inserts, ...updates].reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    const [now] = await noteChange(tx, named, {
      ...{ version: change, indexes, origins },
      ...{ documents: inserts.length - deletes.length, bytes: gained - lost },
    });
    if (!now) throw new Error("A collection disappeared despite its lock");
    await assertDocumentLimits(tx, agentId);
    const counts = { inserted: inserts.length, updated: updates.length, deleted: deletes.length };
    const content: CollectionVersion = {
      change,
      operation,
      ...counts,
      ...(asked && { asked }),
      ...about,
      ...(also && { also }),
      ...now,
    };
    return add({ content, author, cause });
  });
  if (!made) return null;
  publish({ type: "documents", agent: agentId, collections: [collection] });
  analyzeSometimes("documents", touched.length);
  if (lost > SWEEP_BYTES)
    sweepBefore(agentId).catch((error) => log.warn("Old documents could not be deleted", error));
  return made;
}

const MAX_ABOUT = 3;

/** Describes the first documents that a change deletes, updates and inserts, in English and for other languages. */
async function aboutOf(
  tx: TransactionSql,
  named: Named,
  { inserts, updates, deletes }: Required<Pick<Change, "inserts" | "updates" | "deletes">>,
): Promise<Pick<CollectionVersion, "about" | "digests">> {
  const after = [...updates, ...inserts].map(({ id, body }) => ({ id, body }));
  const first = [...deletes.map((id) => ({ id, body: null })), ...after].slice(0, MAX_ABOUT);
  if (first.length === 0) return {};
  const before = await db(tx)
    .select({ id: documents.id, body: documents.body })
    .from(documents)
    .where(and(isOf(named), isAmong(first.map(({ id }) => id))));
  const [zone] = await db(tx)
    .select({ name: raw<string | null>`${settingNow(agents.id, "general")}->>'timeZone'` })
    .from(agents)
    .where(eq(agents.id, named.agentId));
  const timeZone = zone?.name ?? serverTimeZone;
  const parsed = (text: string | null | undefined): unknown => (text ? JSON.parse(text) : undefined);
  const changes = first.map(({ id, body }) => {
    const old = before.find((one) => one.id === id);
    return [parsed(old?.body), parsed(body)] as const;
  });
  return inEnglish(() => ({
    about: changes.map(([old, now]) => documentChange(old, now, timeZone)),
    digests: changes.map(([old, now]) => ({ ...changeDigest(old, now), timeZone })),
  }));
}

async function bytesOf(tx: TransactionSql, named: Named, ids: readonly string[]) {
  if (ids.length === 0) return 0;
  const [row] = await db(tx)
    .select({ bytes: raw<number>`coalesce(sum(octet_length(${documents.body})), 0)::float8` })
    .from(documents)
    .where(and(isOf(named), isAmong(ids)));
  return row?.bytes ?? 0;
}

async function put(
  tx: TransactionSql,
  named: Named,
  inserts: readonly Stored[],
  updates: readonly Stored[],
): Promise<void> {
  const { agentId, collection } = named;
  if (inserts.length > 0) {
    const rows = await insertDocuments(tx, named, inserts);
    if (rows.length < inserts.length) {
      const put = new Set(rows.map(({ id }) => id));
      const again = inserts.find(
        ({ id }, at) => !put.has(id) || inserts.findIndex((one) => one.id === id) < at,
      );
      throw duplicate(collection, "_id", again?.id ?? "");
    }
  }
  if (updates.length > 0) await updateDocuments(tx, named, updates);
  const all = [...inserts, ...updates];
  const changed = asJson(all.map(({ id }) => id));
  if (updates.length > 0)
    await db(tx)
      .delete(documentKeys)
      .where(
        and(
          ...[eq(documentKeys.agentId, agentId), eq(documentKeys.collection, collection)],
          raw`${documentKeys.id} in (select json_array_elements_text(${changed}::json))`,
        ),
      );
  const keys = all.flatMap(({ id, keys }) => keys.map(([index, key]) => ({ id, index, key })));
  if (keys.length === 0) return;
  const [taken] = await insertKeys(tx, named, keys);
  if (taken) throw duplicate(collection, taken.index, taken.other);
}

const duplicate = (collection: string, index: string, id: string) => {
  const what =
    collection === "master"
      ? `it can have only one document, and has one with _id ${id}`
      : `the document with _id ${id} has the same ${index}`;
  return new AppError(
    "conflict",
    `E11000 duplicate key in ${collection}: ${what}. Nothing was changed. Update that one instead.`,
    { details: { id: JSON.parse(id) } },
  );
};
