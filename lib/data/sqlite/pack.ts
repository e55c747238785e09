import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createZstdDecompress, zstdCompress } from "node:zlib";
import * as blobs from "@/lib/ground/blobs/blobs";
import type { DatabaseCopy } from "@/lib/shared/data/database-copy";
import { AppError } from "@/lib/shared/errors";
import { changedAt } from "./changed-at";
import { databaseOf } from "./databases";
import { isDamaged, sqlFailureOf } from "./failure";
import { folderOf, makeDatabaseFolder, removeFile } from "./folder";
import { SQL_LIMITS } from "./limits";
import type { SqlTable } from "./types";

const COPY_MS = 60_000;
const compress = promisify(zstdCompress);
const MAGIC = Buffer.from("SQLite format 3\0");
/**
 * Offsets of fields in the header of the file that may differ although the contents are equal: change
 * counter, schema cookie and SQLite's version-valid-for number.
 */
const COUNTERS = [24, 40, 92];

/**
 * Stores an agent's database as one compressed blob. Equal contents give equal blobs. Returns null if there
 * is no database or it is empty.
 */
export async function packDatabase(agentId: string): Promise<Omit<DatabaseCopy, "reason"> | null> {
  if (changedAt(agentId) === null) return null;
  const to = join(folderOf(agentId), `travel-${randomUUID()}`);
  try {
    const { tables } = await databaseOf(agentId)
      .reading((ask) => ask<{ op: "copy"; to: string }>({ op: "copy", to }), COPY_MS)
      .catch((error) => {
        throw sqlFailureOf(error);
      });
    if (tables.length === 0) return null;
    await startCounting(to);
    return await packFile(to, tables);
  } finally {
    await removeFile(to);
  }
}

/**
 * Stores a database file as one compressed blob. Compresses it in one piece, because a stream could compress the same bytes
 * differently and change the hash.
 */
export async function packFile(
  path: string,
  tables: readonly SqlTable[],
): Promise<Omit<DatabaseCopy, "reason">> {
  const bytes = await readFile(path);
  const { hash, size } = await blobs.put(await compress(bytes), 2 * SQL_LIMITS.bytes);
  const counts = tables.map(({ name, row_count }) => ({ name, row_count }));
  return { hash, bytes: bytes.byteLength, size, tables: counts };
}

/** Sets the header of a copy to fixed values: rollback journal mode, and the counters. */
async function startCounting(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.write(Buffer.from([1, 1]), 0, 2, 18);
    for (const at of COUNTERS) await file.write(Buffer.from([0, 0, 0, 1]), 0, 4, at);
  } finally {
    await file.close();
  }
}

/**
 * Lists the tables of a compressed database that is not trusted. A confined process reads it. Throws an
 * AppError if it is no database, damaged or too large.
 */
export async function inspectDatabase(
  agentId: string,
  hash: string,
  size: number,
): Promise<Omit<DatabaseCopy, "reason">> {
  makeDatabaseFolder(folderOf(agentId));
  const from = join(folderOf(agentId), `travel-${randomUUID()}`);
  try {
    const bytes = await unpackDatabase(hash, from);
    const tables = await databaseOf(agentId).reading(
      (ask) => ask<{ op: "inspect"; from: string }>({ op: "inspect", from }),
      COPY_MS,
    );
    return { hash, size, bytes, tables: tables.map(({ name, row_count }) => ({ name, row_count })) };
  } catch (error) {
    if (isDamaged(error)) throw new AppError("invalid", "The database is damaged.", { cause: error });
    throw sqlFailureOf(error);
  } finally {
    await removeFile(from);
  }
}

/**
 * Unpacks a compressed copy into a file and returns its size. Stops at the maximum size of a database,
 * whatever the blob expands to.
 */
export async function unpackDatabase(hash: string, path: string): Promise<number> {
  const packed = await blobs.openBlob(hash);
  if (!packed) throw new AppError("not_found", "The data of this version is missing from the data folder.");
  let bytes = 0;
  const bound = new Transform({
    transform(piece: Buffer, _, done) {
      if (bytes === 0 && !piece.subarray(0, MAGIC.length).equals(MAGIC)) return done(notOne());
      bytes += piece.length;
      done(bytes > SQL_LIMITS.bytes ? tooLarge() : null, piece);
    },
  });
  await pipeline(packed, createZstdDecompress(), bound, createWriteStream(path, { mode: 0o600 })).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code?.startsWith("ZSTD") ? notOne(error) : error;
    },
  );
  if (bytes === 0) throw notOne();
  return bytes;
}

const notOne = (cause?: unknown) =>
  new AppError("invalid", "The file is not an Easel database: a SQLite file compressed with zstd.", {
    cause,
  });
const tooLarge = () =>
  new AppError(
    "too_large",
    `A database can be at most ${Math.round(SQL_LIMITS.bytes / 1_000_000)} MB; this one is larger.`,
  );
