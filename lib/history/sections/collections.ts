import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { createZstdDecompress, zstdCompress } from "node:zlib";
import { z } from "zod";
import * as blobs from "@/lib/blobs/blobs";
import { isManaged } from "@/lib/documents/access";
import { stored } from "@/lib/documents/documents";
import { collectionName, LIMITS } from "@/lib/shared/documents";
import { isAppError } from "@/lib/shared/errors";
import { MAX_ORIGINS } from "@/lib/shared/origins";
import { sql } from "@/lib/store/db";
import { changeCollection, type Stored } from "@/lib/store/document-changes";
import { dropCollection } from "@/lib/store/document-history";
import { readCollection, readTexts } from "@/lib/store/documents";
import type { Read } from "@/lib/store/export";
import type { Brought } from "../cut-bytes";
import { type Path, refuse } from "../file-problem";
import { changeOf, defineSection, lines, type Planned } from "./define";

/** Documents of more than so many bytes travel compressed. */
const MAX_PLAIN = 1_000_000;
/** Characters that are written by one statement, more or less. */
const BATCH = 8_000_000;
const READ_AT_ONCE = 2_000;
const MAX_UNPACKED = 2 * LIMITS.bytes;
/** Of one document. */
const MAX_LINE = 2 * LIMITS.documentBytes;
const LINE = 10;
const compress = promisify(zstdCompress);
const BY = { author: "import", cause: null } as const;

const collection = z.strictObject({
  name: z.string().refine((name) => isManaged(name) || collectionName.safeParse(name).success, {
    message: "A collection of an agent's begins with ai_",
  }),
  indexes: z
    .array(z.strictObject({ keys: z.array(z.string().max(200)).min(1).max(20), unique: z.boolean() }))
    .max(20),
  origins: z.array(z.string().min(1).max(300)).max(MAX_ORIGINS).optional(),
  /** As extended JSON, in the order in which they are found. */
  documents: z.array(z.unknown()).max(LIMITS.documents).optional(),
  /** The same of many, a line each: base64 of what zstd makes of it. `cutBytes` leaves the hash. */
  bytes: z.string().optional(),
});
type Given = z.infer<typeof collection>;

/** Collections of documents, without their versions. */
export const collections = defineSection({
  write: (agentId, read) => lines(entries(agentId, read)),
  file: z.array(collection).max(LIMITS.collections + 10),
  async plan(agentId, given, brought) {
    const planned: Planned[] = [];
    const names = new Set<string>();
    for (const [at, one] of given.entries()) {
      const place = ["collections", at];
      if (names.has(one.name)) throw refuse(place, `"${one.name}" is there twice`);
      names.add(one.name);
      const change = await planOne(agentId, one, brought, place);
      if (change) planned.push(change);
    }
    return { same: given.length - planned.length, planned };
  },
});

type Row = { name: string; indexes: Given["indexes"]; origins: string[]; bytes: number };

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
    const pieces: string[] = [];
    if (bytes > MAX_PLAIN) pieces.push((await packed(bodies)).toString("base64"));
    else for await (const { body } of bodies) pieces.push(body);
    yield bytes > MAX_PLAIN
      ? `${head},"bytes":"${pieces.join("")}"}`
      : `${head},"documents":[${pieces.join(",\n")}]}`;
  }
}

/** A cursor is read to its end before the next one is opened on the same connection. */
async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** At once, for what comes in pieces may be compressed otherwise the next time. An agent's are kept up to a limit. */
async function packed(rows: AsyncIterable<{ body: string }>): Promise<Buffer> {
  const texts: Buffer[] = [];
  for await (const { body } of rows) texts.push(Buffer.from(`${body}\n`));
  return compress(Buffer.concat(texts));
}

async function planOne(
  agentId: string,
  given: Given,
  brought: Brought,
  place: Path,
): Promise<Planned | null> {
  const { name, indexes, origins = [] } = given;
  const documents = await documentsOf(given, brought, place);
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
    change: changeOf("collection", name, isThere ? "change" : "create", {
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

/** Documents as they would be stored. Throws what is wrong with one, and where it stands. */
async function documentsOf(
  { name, indexes, documents, bytes }: Given,
  brought: Brought,
  place: Path,
): Promise<Stored[]> {
  if ((documents === undefined) === (bytes === undefined))
    throw refuse(place, "it needs documents or bytes, one of the two");
  const found: Stored[] = [];
  let at = 0;
  const take = (given: unknown) => {
    try {
      found.push(stored(name, given, indexes));
    } catch (error) {
      if (isAppError(error)) throw refuse([...place, "documents", at], error.message.replace(/\.$/, ""));
      throw error;
    }
    at++;
  };
  if (documents) documents.forEach(take);
  else for await (const given of unpacked(bytes ?? "", brought, [...place, "bytes"])) take(given);
  return found;
}

async function* unpacked(hash: string, brought: Brought, place: Path): AsyncGenerator<unknown> {
  const bytes = brought.has(hash) ? await blobs.open(hash) : null;
  if (!bytes) throw refuse(place, "it has to be the documents as base64");
  const plain = Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]).pipe(
    createZstdDecompress(),
  );
  let [length, left] = [0, Buffer.alloc(0)];
  try {
    for await (const piece of plain as AsyncIterable<Buffer>) {
      length += piece.length;
      // Whatever it unpacks to, no more is held than there is room for.
      if (length > MAX_UNPACKED || left.length > MAX_LINE)
        throw refuse(place, "it unpacks to more than there is room for");
      left = Buffer.concat([left, piece]);
      let from = 0;
      for (let end = left.indexOf(LINE); end >= 0; end = left.indexOf(LINE, from)) {
        yield JSON.parse(left.toString("utf8", from, end));
        from = end + 1;
      }
      left = left.subarray(from);
    }
    if (left.length > 0) throw new SyntaxError("The last line has no end");
  } catch (error) {
    if (isAppError(error)) throw error;
    throw refuse(place, "it is not what zstd makes of JSON, a document a line");
  } finally {
    plain.destroy();
  }
}

const digestOf = (indexes: Given["indexes"]) =>
  createHash("sha256").update(JSON.stringify(indexes.map(({ keys, unique }) => [keys, unique])));

async function digestOfStored(named: { agentId: string; collection: string }, indexes: Given["indexes"]) {
  const digest = digestOf(indexes);
  for await (const texts of readTexts(named, sql()`true`, READ_AT_ONCE))
    for (const text of texts) digest.update(text);
  return digest.digest("hex");
}

/** At least one, so that a collection with nothing in it is made, too. */
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
