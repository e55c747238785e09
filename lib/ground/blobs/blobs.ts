import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  type FileHandle,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { env } from "@/lib/ground/base/env";
import { AppError } from "@/lib/shared/errors";

/*
 * Content-addressed storage on disk, where equal bytes are stored once. Code that stores a hash in a row must
 * register it in `lib/data/files/sweep.ts`, which deletes blobs that no row refers to.
 */

export type Blob = { hash: string; size: number };

const HASH = /^[0-9a-f]{64}$/;
const INCOMING = "incoming";
const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/**
 * Stores `bytes`, at most `maxBytes`, and resolves once they are on disk; readers cannot see an incomplete
 * blob. Throws an AppError `too_large`, or `unavailable` if the disk is full. Passes on errors of the source.
 */
export async function put(bytes: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number): Promise<Blob> {
  const temporary = join(root(), INCOMING, randomUUID());
  try {
    await mkdir(dirname(temporary), { recursive: true });
    const stored = await write(temporary, bytes instanceof Uint8Array ? [bytes] : bytes, maxBytes);
    const path = blobPathOf(stored.hash);
    await mkdir(dirname(path), { recursive: true });
    // Also replaces an existing equal blob: its new mtime keeps the sweep from deleting it before a row
    // refers to it.
    await rename(temporary, path);
    await settle(dirname(path));
    return stored;
  } catch (error) {
    await rm(temporary, { force: true });
    throw isFull(error) ? diskFull(error) : error;
  }
}

/** Opens a blob, or its range from `start` to `end` inclusive. Returns null if it does not exist. */
export async function openBlob(
  hash: string,
  range: { start?: number; end?: number } = {},
): Promise<ReadableStream<Uint8Array> | null> {
  if ((await size(hash)) === null) return null;
  return Readable.toWeb(createReadStream(blobPathOf(hash), range)) as ReadableStream<Uint8Array>;
}

/** Reads a whole blob into memory. The caller must have checked its size. */
export const read = (hash: string): Promise<Uint8Array | null> => orNull(readFile(blobPathOf(hash)));

/** In bytes; null if the blob does not exist. */
export const size = async (hash: string): Promise<number | null> =>
  HASH.test(hash) ? ((await orNull(stat(blobPathOf(hash))))?.size ?? null) : null;

export function blobPathOf(hash: string): string {
  if (!HASH.test(hash)) throw new Error("Not the hash of a file");
  return join(root(), hash.slice(0, 2), hash);
}

/** Deletes a blob last stored more than `ageMs` ago. The caller has checked that no row refers to it. */
export async function removeBlob(hash: string, ageMs: number): Promise<void> {
  if (await isOld(blobPathOf(hash), ageMs)) await rm(blobPathOf(hash), { force: true });
}

/** Yields the hashes of blobs last stored more than `ageMs` ago. Deletes incomplete uploads of that age. */
export async function* old(ageMs: number): AsyncGenerator<string> {
  for (const folder of await list(root())) {
    for (const name of await list(join(root(), folder))) {
      const path = join(root(), folder, name);
      if (!(await isOld(path, ageMs))) continue;
      if (folder === INCOMING) await rm(path, { force: true });
      else if (HASH.test(name)) yield name;
    }
  }
}

const root = () => join(env().EASEL_DATA_DIR, "files");

async function write(
  path: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Blob> {
  const hash = createHash("sha256");
  let total = 0;
  const file = await openFile(path, "wx", 0o600);
  try {
    for await (const piece of bytes) {
      total += piece.byteLength;
      if (total > maxBytes) throw blobTooLarge(maxBytes);
      hash.update(piece);
      await writeAll(file, piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { hash: hash.digest("hex"), size: total };
}

async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.byteLength; ) at += (await file.write(piece, at)).bytesWritten;
}

/** Syncing the folder makes the new name survive a power failure. */
async function settle(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await openFile(folder, "r");
  await handle.sync().finally(() => handle.close());
}

const isOld = async (path: string, ageMs: number): Promise<boolean> =>
  ((await orNull(stat(path)))?.mtimeMs ?? Number.POSITIVE_INFINITY) < Date.now() - ageMs;

const list = async (folder: string): Promise<string[]> => (await orNull(readdir(folder))) ?? [];

const orNull = <T>(promise: Promise<T>): Promise<T | null> =>
  promise.catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
    throw error;
  });

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException | undefined)?.code);
const isFull = (error: unknown) => FULL.has(codeOf(error));

export const blobTooLarge = (maxBytes: number) =>
  new AppError(
    "too_large",
    `The file is larger than ${Math.floor(maxBytes / 1_000_000)} MB. Make it smaller, or send a part of it.`,
  );

const diskFull = (cause: unknown) =>
  new AppError("unavailable", "The disk of the server is full. Free some space on it, then try again.", {
    cause,
  });
