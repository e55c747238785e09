import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGunzip, createGzip, gunzipSync } from "node:zlib";
import { extract, pack } from "tar-stream";
import { AppError } from "../../shared/errors.ts";
import { FORMAT, MANIFEST, MARK, type Manifest, manifest, mark } from "./manifest.ts";

export type Entries = Manifest["entries"];

/** Maximum size of the manifest, which is read into memory. No genuine one is larger. */
const MAX_JSON_BYTES = 100_000_000;

/** Number of bytes at the beginning of an archive that include the name of its first entry. */
const HEAD_BYTES = 4_096;

export type ArchiveWriter = {
  entries: Entries;
  /** `size` must be the exact number of bytes. */
  add(name: string, size: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  finish(rest: Omit<Manifest, "entries">): Promise<void>;
  abandon(): Promise<void>;
};

/** Writes a gzipped tar, as `path.partial` until it is complete and on disk, then as `path`. */
export function writeArchive(path: string): ArchiveWriter {
  const partial = `${path}.partial`;
  const packer = pack();
  const file = createWriteStream(partial, { mode: 0o600, flush: true });
  const opened = once(file, "open");
  const written = opened.then(() => pipeline(packer, createGzip({ level: 1 }), file));
  written.catch(() => {});
  const entries: Entries = {};
  /** Rejects if the stream fails while `work` waits for it. Otherwise `work` would wait forever. */
  const unlessFailed = <T>(work: Promise<T>): Promise<T> =>
    Promise.race([
      work,
      written.then(() => {
        throw new Error("The archive was closed early");
      }),
    ]);

  const put = async (name: string, size: number, bytes: Parameters<ArchiveWriter["add"]>[2]) => {
    // If the file cannot be written, the packer is destroyed first. Throw the error of the file, which names
    // the cause.
    if (packer.destroying) await written;
    const hash = createHash("sha256");
    const done = Promise.withResolvers<null>();
    const sink = packer.entry({ name, size, mode: 0o600 }, (error) =>
      error ? done.reject(error) : done.resolve(null),
    );
    done.promise.catch(() => {});
    for await (const piece of bytes) {
      hash.update(piece);
      if (!sink.write(piece)) await unlessFailed(drained(sink));
    }
    sink.end(undefined);
    await unlessFailed(done.promise);
    return { hash: hash.digest("hex"), size };
  };
  const json = async (name: string, value: unknown) => {
    const bytes = Buffer.from(JSON.stringify(value));
    await put(name, bytes.byteLength, [bytes]);
  };
  let started: Promise<void> | undefined;
  const begin = () => {
    started ??= unlessFailed(json(MARK, { easel: "backup", format: FORMAT }));
    return started;
  };
  return {
    entries,
    async add(name, size, bytes) {
      await begin();
      entries[name] = await put(name, size, bytes);
    },
    async finish(rest) {
      await begin();
      await json(MANIFEST, { ...rest, entries: { ...entries } });
      packer.finalize();
      await written;
      await rename(partial, path);
    },
    async abandon() {
      // Wait until the file is open: a packer that is destroyed before it is read emits no event.
      await opened.catch(() => {});
      packer.destroy();
      await written.catch(() => {});
      await rm(partial, { force: true });
    },
  };
}

/** Time after which a partial file without writes counts as left over from a killed backup. */
const STALE_MS = 3_600_000;
const PARTIAL = ".partial";

/** Removes what killed backups left in the folder of `path`: partial archives and copies of databases. */
export async function removeStale(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.endsWith(PARTIAL)) continue;
    const partial = join(folder, name);
    const found = await stat(partial).catch(() => null);
    if (!found?.isFile() || Date.now() - found.mtimeMs < STALE_MS) continue;
    const isBackup = await refuseOther(partial).then(
      () => true,
      () => false,
    );
    if (isBackup) await removePartial(partial.slice(0, -PARTIAL.length));
  }
}

export async function removePartial(path: string): Promise<void> {
  for (const suffix of [PARTIAL, `${PARTIAL}.sqlite`, `${PARTIAL}.sqlite-journal`]) {
    await rm(`${path}${suffix}`, { force: true });
  }
}

/**
 * Throws `conflict` if the file at `path` exists and is no earlier backup. Only an earlier backup may be
 * overwritten.
 */
export async function refuseOther(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (!file) return;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    if (bytesRead > 0 && !isMarked(buffer.subarray(0, bytesRead)))
      throw new AppError("conflict", `${path} already exists and is not a backup. Choose another file name.`);
  } finally {
    await file.close();
  }
}

function isMarked(head: Buffer): boolean {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH })
      .toString("latin1")
      .startsWith(`${MARK}\0`);
  } catch {
    return false;
  }
}

/**
 * Reads a whole backup. Throws an AppError if it is not a backup, is truncated, or differs from its manifest.
 * With `bytes`, reads these instead of the file; `path` is then only its name in errors.
 */
export async function checkArchive(path: string, bytes?: Readable): Promise<Manifest> {
  const found: Entries = {};
  let end: Manifest | undefined;
  const take = async (name: string, content: AsyncIterable<Uint8Array>, size: number) => {
    if (name === MANIFEST) {
      const { success, data } = manifest.safeParse(await readJson(content, size));
      if (!success) throw damaged(path, "its manifest cannot be read");
      end = data;
      return;
    }
    if (end || Object.hasOwn(found, name)) throw damaged(path, `${name} is in the wrong place`);
    const hash = createHash("sha256");
    for await (const piece of content) hash.update(piece);
    found[name] = { hash: hash.digest("hex"), size };
  };
  await readArchive(path, take, bytes);
  if (!end) throw truncated(path);
  const names = new Set([...Object.keys(found), ...Object.keys(end.entries)]);
  for (const name of names) {
    if (found[name]?.hash !== end.entries[name]?.hash)
      throw damaged(path, `${name} differs from what was written`);
  }
  return end;
}

/** Calls `take` for each entry in order; it need not read the entry. Checks the mark at the beginning. */
export async function readArchive(
  path: string,
  take: (name: string, bytes: AsyncIterable<Uint8Array>, size: number) => Promise<void>,
  archive: Readable = createReadStream(path),
): Promise<void> {
  const extractor = extract();
  const read = pipeline(archive, createGunzip(), extractor);
  read.catch(() => {});
  let entries = 0;
  try {
    for await (const entry of extractor) {
      const { name, size = 0 } = entry.header;
      if (entries++ > 0) await take(name, bytesOf(entry), size);
      else checkMark(path, name === MARK ? await readJson(bytesOf(entry), size) : null);
      entry.resume();
    }
    await read;
  } catch (error) {
    extractor.destroy();
    await read.catch(() => {});
    throw explain(error, path, entries);
  }
  if (entries === 0) throw noBackup(path);
}

const drained = (sink: { once(event: "drain", listener: () => void): unknown }) =>
  new Promise<void>((resolve) => sink.once("drain", () => resolve()));

async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const piece of entry) if (piece instanceof Uint8Array) yield piece;
}

function checkMark(path: string, value: unknown): void {
  const { success, data } = mark.safeParse(value);
  if (!success) throw noBackup(path);
  if (data.format > FORMAT)
    throw new AppError(
      "invalid",
      `${path} was made by a newer Easel. Update this one, then restore it again.`,
    );
}

async function readJson(bytes: AsyncIterable<Uint8Array>, size: number): Promise<unknown> {
  if (size > MAX_JSON_BYTES) return null;
  const pieces = await Array.fromAsync(bytes);
  try {
    return JSON.parse(Buffer.concat(pieces).toString("utf8"));
  } catch {
    return null;
  }
}

function explain(error: unknown, path: string, entries: number): unknown {
  if (error instanceof AppError) return error;
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (code === "Z_BUF_ERROR" || /unexpected end/i.test(message)) return truncated(path);
  if (code.startsWith("Z_") || /tar/i.test(message))
    return entries === 0 ? noBackup(path) : damaged(path, "it cannot be decompressed");
  return error;
}

const noBackup = (path: string) =>
  new AppError("invalid", `${path} is not a backup of Easel. Choose a file that npm run backup has written.`);
const truncated = (path: string) =>
  new AppError("invalid", `${path} is truncated. Copy it again, or make another backup.`);
export const damaged = (path: string, what: string) =>
  new AppError("invalid", `${path} is damaged: ${what}. Nothing was changed. Use another backup.`);
