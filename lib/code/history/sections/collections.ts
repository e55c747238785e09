import { createHash } from "node:crypto";
import { z } from "zod";
import { isManaged } from "@/lib/data/documents/access";
import { stored } from "@/lib/data/documents/documents";
import { collectionName, LIMITS } from "@/lib/shared/data/documents";
import { isAppError } from "@/lib/shared/errors";
import { originList } from "@/lib/shared/origins";
import type { Read } from "@/lib/store/conversations/export";
import { changeCollection, type Stored } from "@/lib/store/data/document-changes";
import { dropCollection } from "@/lib/store/data/document-history";
import { readBodies, readCollection } from "@/lib/store/data/documents";
import { sql } from "@/lib/store/db";
import type { BlobSizes } from "../cut-bytes";
import { type JsonPath, refuseFile } from "../file-problem";
import { changeOfItem, defineSection, lines, type PlannedItem } from "./define";
import { packLines, unpackLines } from "./packed";

/** Maximum bytes of a collection that is written as plain JSON. Larger ones are written compressed. */
const MAX_PLAIN = 1_000_000;
/** Approximate characters in one insert statement. */
const BATCH = 8_000_000;
const READ_AT_ONCE = 2_000;
const UNPACKED = { what: "document", maxBytes: 2 * LIMITS.bytes, maxLine: 2 * LIMITS.documentBytes };
const BY = { author: "import", cause: null } as const;

const collection = z.strictObject({
  name: z.string().refine((name) => isManaged(name) || collectionName.safeParse(name).success, {
    message: "The name of an agent's collection starts with ai_",
  }),
  indexes: z
    .array(z.strictObject({ keys: z.array(z.string().max(200)).min(1).max(20), unique: z.boolean() }))
    .max(20),
  origins: z.optional(originList),
  /** As extended JSON, in natural order. */
  documents: z.array(z.unknown()).max(LIMITS.documents).optional(),
  /**
   * The documents of a large collection, instead of `documents`: lines compressed with zstd, in base64.
   * `cutBytes` replaces the base64 by a hash.
   */
  bytes: z.string().optional(),
});
type FileCollection = z.infer<typeof collection>;

export const collections = defineSection({
  write: (agentId, read) => lines(entries(agentId, read)),
  file: z.array(collection).max(LIMITS.collections + 10),
  async plan(agentId, list, blobSizes) {
    const planned: PlannedItem[] = [];
    const names = new Set<string>();
    for (const [at, one] of list.entries()) {
      const place = ["collections", at];
      if (names.has(one.name)) throw refuseFile(place, `"${one.name}" appears twice`);
      names.add(one.name);
      const change = await planOne(agentId, one, blobSizes, place);
      if (change) planned.push(change);
    }
    return { same: list.length - planned.length, planned };
  },
});

type Row = { name: string; indexes: FileCollection["indexes"]; origins: string[]; bytes: number };

async function* entries(agentId: string, read: Read): AsyncGenerator<string> {
  const rows = read<Row>(
    (on) => on`
      select name, indexes, to_json(origins) as origins, bytes::float8 as bytes from document_collections
      where agent_id = ${agentId} order by name collate "C"`,
  );
  for await (const { bytes, origins, ...row } of await all(rows)) {
    const bodies = read<{ body: string }>(
      (on) => on`
        select body from documents where agent_id = ${agentId} and collection = ${row.name} order by position`,
    );
    const head = JSON.stringify({ ...row, ...(origins.length > 0 && { origins }) }).slice(0, -1);
    // All documents fit into memory, because the size of an agent's collections is limited.
    const contents = (await all(bodies)).map(({ body }) => body);
    yield bytes > MAX_PLAIN
      ? `${head},"bytes":"${(await packLines(contents)).toString("base64")}"}`
      : `${head},"documents":[${contents.join(",\n")}]}`;
  }
}

/** Reads a cursor to its end, because a connection can have only one open at a time. */
async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

async function planOne(
  agentId: string,
  input: FileCollection,
  blobSizes: BlobSizes,
  place: JsonPath,
): Promise<PlannedItem | null> {
  const { name, indexes, origins = [] } = input;
  const documents = await documentsOf(input, blobSizes, place);
  const named = { agentId, collection: name };
  const here = await readCollection(named);
  const digest = digestOf(indexes);
  for (const { body } of documents) digest.update(body);
  const [now, then] = [
    here.version > 0 ? await digestOfStored(named, here.indexes) : "",
    digest.digest("hex"),
  ];
  if (now === then) return null;
  const isThere = here.version > 0;
  return {
    change: changeOfItem("collection", name, isThere ? "change" : "create", {
      detail: `${documents.length.toLocaleString("en")} ${documents.length === 1 ? "document" : "documents"}`,
    }),
    digest: `${now} ${then}`,
    async put() {
      if (isThere) await dropCollection(named, BY);
      const batches = batchesOf(documents);
      for (const [at, inserts] of batches.entries()) {
        const { version } = await readCollection(named);
        const isFirst = at === 0;
        await changeCollection(
          named,
          version,
          { inserts, origins, ...(isFirst && { indexes }) },
          { ...BY, operation: "import" },
        );
      }
    },
  };
}

/** Returns the documents as they will be stored. Throws with the position of an invalid one. */
async function documentsOf(
  { name, indexes, documents, bytes }: FileCollection,
  blobSizes: BlobSizes,
  place: JsonPath,
): Promise<Stored[]> {
  if ((documents === undefined) === (bytes === undefined))
    throw refuseFile(place, "it needs either documents or bytes");
  const found: Stored[] = [];
  let at = 0;
  const take = (document: unknown) => {
    try {
      found.push(stored(name, document, indexes));
    } catch (error) {
      if (isAppError(error)) throw refuseFile([...place, "documents", at], error.message.replace(/\.$/, ""));
      throw error;
    }
    at++;
  };
  if (documents) documents.forEach(take);
  else
    for await (const document of unpackLines(bytes ?? "", blobSizes, [...place, "bytes"], UNPACKED))
      take(document);
  return found;
}

const digestOf = (indexes: FileCollection["indexes"]) =>
  createHash("sha256").update(JSON.stringify(indexes.map(({ keys, unique }) => [keys, unique])));

async function digestOfStored(
  named: { agentId: string; collection: string },
  indexes: FileCollection["indexes"],
) {
  const digest = digestOf(indexes);
  for await (const contents of readBodies(named, sql()`true`, READ_AT_ONCE))
    for (const text of contents) digest.update(text);
  return digest.digest("hex");
}

/**
 * Splits documents into insert batches. Returns at least one batch, so that an empty collection is created,
 * too.
 */
function batchesOf(documents: readonly Stored[]): Stored[][] {
  const batches: Stored[][] = [[]];
  let length = 0;
  for (const one of documents) {
    if (length > BATCH) {
      batches.push([]);
      length = 0;
    }
    batches.at(-1)?.push(one);
    length += one.body.length;
  }
  return batches;
}
