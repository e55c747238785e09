import { singleton } from "@/lib/ground/base/process";
import type { Operation } from "@/lib/shared/data/documents";
import type { CollectionVersion } from "@/lib/shared/data/documents-version";
import { AppError } from "@/lib/shared/errors";
import { type Change, changeCollection } from "@/lib/store/data/document-changes";
import {
  type Collection,
  findIds,
  type Index,
  type Named,
  readBodies,
  readCollection,
  takenOf,
} from "@/lib/store/data/documents";
import { sql } from "@/lib/store/db";
import { candidates, found } from "./candidates";
import { computedDeletes, computedUpdate } from "./computed";
import { stored } from "./documents";
import { operate } from "./engine";
import { assertMayChange } from "./remote";
import { BATCH, candidateSource } from "./sources";
import { type DocumentsContext, narrowing, type PreparedWork } from "./work";

const ATTEMPTS = 8;
const MAX_INDEXES = 20;
const MAX_ASKED = 300;

export async function writeDocuments(
  operation: Operation,
  work: PreparedWork,
  context: DocumentsContext,
): Promise<Record<string, unknown>> {
  const { collection } = work;
  const made = { operation, asked: askedOf(operation, work) };
  if (operation === "insertMany" && work.options.ordered === false) return insertUnordered(work, context);
  return writeChange(collection, context, made, (before) => computed(operation, work, before, context));
}

type Written<Result = Record<string, unknown>> = { change: Change; result: Result };
/** `isSync`: the change comes from the server of a calendar, so it may also change a read-only document. */
type WriteContext = Pick<DocumentsContext, "agentId" | "by" | "onWritten"> & { isSync?: boolean };

/**
 * Computes a change from the collection's current state and stores it. If another write changes the
 * collection in the meantime, the change is computed again. `made` describes the change in the history.
 */
export const writeChange = <Result>(
  collection: string,
  context: WriteContext,
  made: Pick<CollectionVersion, "operation" | "asked" | "also">,
  compute: (before: Collection) => Promise<Written<Result>>,
): Promise<Result> =>
  inTurn(`${context.agentId} ${collection}`, () => writing(collection, context, made, compute));

async function writing<Result>(
  collection: string,
  { agentId, by, onWritten, isSync }: WriteContext,
  made: Pick<CollectionVersion, "operation" | "asked" | "also">,
  compute: (before: Collection) => Promise<Written<Result>>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await readCollection({ agentId, collection });
    const { change, result } = await compute(before);
    const { inserts, updates, deletes, indexes } = change;
    const isNothing = !inserts?.length && !updates?.length && !deletes?.length && !indexes;
    if (isNothing) return result;
    if (!isSync) await assertMayChange({ agentId, collection }, change, by.author);
    const origins = inserts?.length || updates?.length ? by.origins : [];
    const { author, cause } = by;
    const revision = await changeCollection(
      { agentId, collection },
      before.version,
      { ...change, origins },
      { author, cause, ...made },
    );
    if (revision) {
      onWritten?.(revision.id);
      return result;
    }
  }
  throw new AppError(
    "conflict",
    `${collection} has too many concurrent writes. Nothing was changed: try again.`,
  );
}

/** Computes what a write would change, without changing it. */
export async function previewChange(
  operation: Operation,
  work: PreparedWork,
  context: DocumentsContext,
): Promise<Change> {
  const before = await readCollection({ agentId: context.agentId, collection: work.collection });
  return (await computed(operation, work, before, context)).change;
}

function askedOf(operation: Operation, { filter, update }: PreparedWork): string | undefined {
  if (!operation.startsWith("update") && !operation.startsWith("delete")) return undefined;
  const text = [filter, update].flatMap((part) => (part ? [JSON.stringify(part)] : [])).join(" → ");
  return text.length > MAX_ASKED ? `${text.slice(0, MAX_ASKED).toWellFormed()}…` : text;
}

async function computed(
  operation: Operation,
  work: PreparedWork,
  before: Collection,
  context: DocumentsContext,
): Promise<Written> {
  const { collection, data, filter } = work;
  const { signal } = context;
  const put = (input: unknown) => stored(collection, input, before.indexes);
  const engine = (request: object) =>
    operate(request, [candidateSource(context, collection, narrowing(work, filter))], signal);
  switch (operation) {
    case "insertOne": {
      if (!data || Array.isArray(data)) throw new AppError("invalid", "insertOne needs data, one document.");
      const one = put(data);
      return { change: { inserts: [one] }, result: { insertedId: JSON.parse(one.id) } };
    }
    case "insertMany": {
      const inserts = manyOf(data).map(put);
      return { change: { inserts }, result: { insertedCount: inserts.length } };
    }
    case "updateOne":
    case "updateMany": {
      const { matched, changes, upserted } = await computedUpdate(operation, work, engine);
      const inserts = upserted === null ? [] : [put(JSON.parse(upserted))];
      const [upsert] = inserts;
      return {
        change: { inserts, updates: changes.map(({ text }) => put(JSON.parse(text))) },
        result: {
          ...{ matchedCount: matched, modifiedCount: changes.length },
          ...(upsert && { upsertedId: JSON.parse(upsert.id) }),
        },
      };
    }
    case "deleteOne":
    case "deleteMany": {
      const { agentId } = context;
      const ids =
        (operation === "deleteMany" ? await matchesInSql({ agentId, collection }, work, signal) : null) ??
        (await computedDeletes(operation, work, engine));
      return { change: { deletes: ids }, result: { deletedCount: ids.length } };
    }
    case "createCollection": {
      if (before.version > 0) throw new AppError("conflict", `Collection ${collection} already exists.`);
      return { change: { indexes: [] }, result: { success: true } };
    }
    case "createIndex":
      return indexing(work, before, context);
    default:
      throw new Error(`${operation} does not write`);
  }
}

function manyOf(data: PreparedWork["data"]) {
  if (Array.isArray(data) && data.length > 0) return data;
  throw new AppError("invalid", "insertMany needs data, an array of documents.");
}

/**
 * Inserts all documents whose ids and unique keys are not taken, as one change. If some are taken, throws an
 * AppError `conflict` with their number.
 */
async function insertUnordered({ collection, data }: PreparedWork, context: DocumentsContext) {
  const named = { agentId: context.agentId, collection };
  const made = { operation: "insertMany" } as const;
  const { inserted, all } = await writeChange(collection, context, made, async ({ indexes }) => {
    const puts = manyOf(data).map((document) => stored(collection, document, indexes));
    const taken = await takenOf(named, puts);
    const inserts = puts.filter(({ id, keys }) => {
      const own = [["_id", id], ...keys].map((key) => key.join(" "));
      const isFree = own.every((key) => !taken.has(key));
      if (isFree) for (const key of own) taken.add(key);
      return isFree;
    });
    return { change: { inserts }, result: { inserted: inserts.length, all: puts.length } };
  });
  if (inserted < all)
    throw new AppError(
      "conflict",
      `E11000 duplicate key in ${collection}: of ${all} documents, ${all - inserted} have an existing _id or key and were skipped. ${inserted} were inserted.`,
      { details: { insertedCount: inserted } },
    );
  return { insertedCount: inserted };
}

/**
 * Returns the ids of the documents that the filter matches, or null if only the engine can decide. The engine
 * validates the filter in any case.
 */
async function matchesInSql(named: Named, work: PreparedWork, signal?: AbortSignal) {
  const { filter } = work;
  const { may, sure } = found(narrowing(work, filter));
  if (!sure) return null;
  await operate({ kind: "count", filter }, [], signal);
  return findIds(named, { may: may ?? sql()`true`, sure });
}

/**
 * Declares an index. Only unique indexes store keys, because one GIN index already finds equal values of all
 * fields.
 */
async function indexing(
  { collection, keys, options }: PreparedWork,
  before: Collection,
  { agentId }: DocumentsContext,
): Promise<Written> {
  const paths = Object.keys(keys ?? {});
  if (paths.length === 0)
    throw new AppError("invalid", 'createIndex needs keys, for example { "email": 1 }.');
  if (Object.values(keys ?? {}).some((direction) => direction !== 1 && direction !== -1))
    throw new AppError("invalid", "The direction of a key must be 1 or -1.");
  const index: Index = { keys: paths, unique: options.unique ?? false };
  const others = before.indexes.filter((one) => one.keys.join() !== index.keys.join());
  if (others.length >= MAX_INDEXES)
    throw new AppError("too_large", `A collection has at most ${MAX_INDEXES} indexes.`);
  const indexes = [...others, index];
  if (!index.unique && !before.indexes.some((one) => one.unique && !others.includes(one)))
    return { change: { indexes }, result: { success: true } };
  const updates = [];
  for await (const batch of readBodies({ agentId, collection }, candidates({}), BATCH))
    for (const text of batch) updates.push(stored(collection, JSON.parse(text), indexes));
  return { change: { indexes, updates }, result: { success: true } };
}

const allTurns = () => singleton("documents.turns", () => new Map<string, Promise<unknown>>());

/**
 * Runs the writes to a collection one at a time in this process. If another server writes at the same time,
 * `writeChange` computes the change again.
 */
function inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
  const turns = allTurns();
  const turn = (turns.get(key) ?? Promise.resolve()).then(act, act);
  const last = turn.then(
    () => {},
    () => {},
  );
  turns.set(key, last);
  void last.then(() => turns.get(key) === last && turns.delete(key));
  return turn;
}
