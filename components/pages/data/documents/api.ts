import { z } from "zod/mini";
import { collectionsOf } from "@/components/client/events";
import { ApiError, jsonBody, request } from "@/components/client/request";
import { listVersions, restoreRevision } from "@/components/client/versions/api";
import type { RowsPage } from "@/lib/shared/data/contract";
import { PROTECTED, REVISION } from "@/lib/shared/data/documents";
import { t } from "@/lib/shared/i18n/en/dataDocuments";

/** Values are in MongoDB Extended JSON. */
export type Document = { _id: unknown; [field: string]: unknown };
export type Fields = Record<string, unknown>;

const ROOT = "/api/documents";
/** The server stops an operation after 5 s; the remaining time allows for queueing. */
const WAIT_MS = 60_000;

export const isReadOnly = (collection: string): boolean => PROTECTED.some((name) => name === collection);

export const exportPath = (collection: string, format: string): string =>
  `${ROOT}/export?${new URLSearchParams({ collection, format })}`;

/**
 * Returns a predicate for changes of documents, or only of `collection`. The collection `cronjobs` changes
 * with the jobs; read-only collections mirror the workspace, so any other change may affect them.
 */
export const isAboutDocuments =
  (collection?: string) =>
  (change: string): boolean => {
    const changed = collectionsOf(change);
    if (collection === undefined) return changed !== undefined || change === "jobs";
    if (collection === "cronjobs") return change === "jobs";
    return isReadOnly(collection) ? changed === undefined : (changed?.includes(collection) ?? false);
  };

async function run(query: object, signal?: AbortSignal) {
  const init = { method: "POST", ...jsonBody(query), signal, patienceMs: WAIT_MS };
  const response = await request(`${ROOT}/query`, init);
  return { result: await response.json(), revision: response.headers.get(REVISION) ?? undefined };
}

export type Wanted = { filter: Fields; sort?: { field: string; desc: boolean } };

const found = z.object({
  rows: z.array(z.looseObject({ _id: z.unknown() })),
  next: z.optional(z.object({ skip: z.number() })),
});
const counted = z.object({ count: z.number() });

/** Reads a page of documents as rows with one column that contains the JSON of the document. */
export async function readDocuments(
  collection: string,
  { filter, sort }: Wanted,
  { offset, limit }: { offset: number; limit: number },
  signal?: AbortSignal,
): Promise<RowsPage> {
  const all: Document[] = [];
  const order = sort && { sort: { [sort.field]: sort.desc ? -1 : 1 } };
  const count = run({ operation: "countDocuments", collection, filter }, signal);
  // If `find` throws first, `count` is never awaited, and its rejection must not be reported as unhandled.
  count.catch(() => {});
  for (let skip: number | undefined = offset; skip !== undefined && all.length < limit; ) {
    const options = { ...order, skip, limit: limit - all.length };
    const { result } = await run({ operation: "find", collection, filter, options }, signal);
    const page = found.parse(result);
    all.push(...(page.rows as Document[]));
    skip = page.next?.skip;
  }
  return {
    ...{ columns: ["document"], key: ["_id"], editable: [] },
    rows: all.map((document) => [JSON.stringify(document)]),
    keys: all.map(({ _id }) => [JSON.stringify(_id)]),
    total: counted.parse((await count).result).count,
  };
}

const one = z.object({ row: z.looseObject({ _id: z.unknown() }) });

export async function readDocument(collection: string, id: string, signal?: AbortSignal): Promise<Document> {
  const path = `${ROOT}/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
  const response = await request(path, { signal, patienceMs: WAIT_MS });
  return one.parse(await response.json()).row as Document;
}

export type Written = { count: number; revision: string | undefined };

export async function insertDocuments(collection: string, data: readonly Fields[]): Promise<Written> {
  const { result, revision } = await run({ operation: "insertMany", collection, data });
  return { count: z.object({ insertedCount: z.number() }).parse(result).insertedCount, revision };
}

/** Updates the document with this id if it still matches `was`. Otherwise the returned count is 0. */
export async function updateDocument(
  collection: string,
  id: unknown,
  update: Fields,
  was: Fields,
): Promise<Written> {
  const filter = { $and: [{ _id: { $eq: id } }, was] };
  const { result, revision } = await run({ operation: "updateOne", collection, filter, update });
  return { count: z.object({ matchedCount: z.number() }).parse(result).matchedCount, revision };
}

export async function deleteDocuments(collection: string, ids: readonly unknown[]): Promise<Written> {
  const filter = { _id: { $in: ids } };
  const { result, revision } = await run({ operation: "deleteMany", collection, filter });
  return { count: z.object({ deletedCount: z.number() }).parse(result).deletedCount, revision };
}

export async function createCollection(collection: string): Promise<void> {
  await run({ operation: "createCollection", collection });
}

const made = z.object({ revision: z.string() });

/** Undoes a write by its revision. Returns the revision of the undo. */
export async function undoRevision(revision: string): Promise<string> {
  const init = { method: "POST", ...jsonBody({ revision }), patienceMs: WAIT_MS };
  return made.parse(await (await request(`${ROOT}/undo`, init)).json()).revision;
}

/** Deletes a collection. Returns a function that restores it. */
export async function deleteCollection(collection: string): Promise<() => Promise<void>> {
  const path = `${ROOT}/${encodeURIComponent(collection)}`;
  const { revision } = made.parse(
    await (await request(path, { method: "DELETE", patienceMs: WAIT_MS })).json(),
  );
  return async () => {
    const { revisions } = await listVersions({ kind: "collection", name: collection });
    const at = revisions.findIndex(({ id }) => id === revision);
    const before = at < 0 ? undefined : revisions[at + 1];
    if (!before) throw new ApiError(404, t("noEarlierVersion"), undefined);
    await restoreRevision(before.id);
  };
}
