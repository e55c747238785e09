import { constants } from "node:fs";
import { lstat, open, readdir, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { env } from "@/lib/ground/base/env";
import { log } from "@/lib/ground/base/log";
import { put } from "@/lib/ground/blobs/blobs";
import { AppError } from "@/lib/shared/errors";
import { MAX_BYTES } from "@/lib/shared/file-address";
import { fileOrigin } from "@/lib/shared/origins";
import { isTrusted } from "@/lib/store/data/files";
import {
  allFolders,
  dropFolderFile,
  type Folder,
  filesOfFolder,
  noteRead,
  putFolderFile,
} from "@/lib/store/data/folders";
import { describe } from "./describe";

const MAX_FILES = 20_000;
const MAX_DEPTH = 30;

/**
 * Returns the real path of a folder that may be watched. Throws an AppError unless the operator has allowed it or a
 * folder above it by `EASEL_FOLDERS`.
 */
export async function allowedFolder(path: string): Promise<string> {
  const allowed = env().EASEL_FOLDERS;
  if (allowed.length === 0)
    throw new AppError("forbidden", "No folder can be watched. Set EASEL_FOLDERS and restart Easel.");
  const real = await realpath(path).catch(() => null);
  const roots = await Promise.all(allowed.map((one) => realpath(one).catch(() => null)));
  // The answer is the same for a folder that is missing, so that it shows nothing about the disk.
  if (real === null || !roots.some((root) => root !== null && isWithin(root, real)))
    throw new AppError("forbidden", `path: only folders within ${allowed.join(", ")} can be watched.`);
  if (!(await lstat(real)).isDirectory()) throw new AppError("invalid", "path: this is not a folder.");
  return real;
}

const isWithin = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

/** Reads the changes of all watched folders, until `signal` aborts. */
export async function readFolders(signal: AbortSignal): Promise<void> {
  for (const folder of await allFolders()) {
    if (signal.aborted) return;
    try {
      await readFolder(folder, signal);
    } catch (error) {
      log.info("A watched folder was not read", error, { folder: folder.id });
      const isKnown = error instanceof AppError;
      await noteRead(folder.id, isKnown ? error.message : "The folder cannot be read.", false);
    }
  }
}

type Found = { path: string; size: number; stamp: string };

/** Reads the changes of a folder: new and changed files are stored, and files that are gone are deleted. */
export async function readFolder(folder: Folder, signal: AbortSignal): Promise<void> {
  const root = await allowedFolder(folder.path);
  const known = await filesOfFolder(folder.id);
  const seen = new Set<string>();
  const skipped: string[] = [];
  for await (const found of walk(root, skipped)) {
    if (signal.aborted) return;
    if (seen.size >= MAX_FILES) {
      skipped.push(`all after the first ${MAX_FILES} files`);
      break;
    }
    seen.add(found.path);
    const before = known.get(found.path);
    if (before?.isDeleted || before?.stamp === found.stamp) continue;
    await store(folder, root, found, before).catch((error: unknown) => {
      log.info("A file of a watched folder was not read", error, { folder: folder.id });
      skipped.push(found.path);
    });
  }
  for (const [path, { id }] of known) if (!seen.has(path)) await dropFolderFile(folder, id);
  await noteRead(folder.id, problemOf(skipped), true);
}

function problemOf(skipped: readonly string[]): string | null {
  if (skipped.length === 0) return null;
  const [first] = skipped;
  return skipped.length === 1 ? `Left out: ${first}` : `Left out: ${first} and ${skipped.length - 1} more`;
}

/** Yields regular files. Hidden ones, links and folders of packages are left out without a note. */
async function* walk(root: string, skipped: string[]): AsyncGenerator<Found> {
  const folders = [{ path: root, depth: 0 }];
  for (let next = folders.pop(); next; next = folders.pop()) {
    const { path, depth } = next;
    const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
      if (path === root) throw error;
      skipped.push(relative(root, path));
      return [];
    });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const at = join(path, entry.name);
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (entry.isDirectory() && depth < MAX_DEPTH) folders.push({ path: at, depth: depth + 1 });
      if (!entry.isFile()) continue;
      const { size, mtimeMs } = await lstat(at).catch(() => ({ size: 0, mtimeMs: 0 }));
      if (size > MAX_BYTES) skipped.push(relative(root, at));
      else if (size > 0) yield { path: relative(root, at), size, stamp: `${size} ${mtimeMs}` };
    }
  }
}

async function store(
  folder: Folder,
  root: string,
  { path, stamp }: Found,
  known: Parameters<typeof putFolderFile>[1],
): Promise<void> {
  const at = join(root, path);
  // A link that replaced the file since is not followed. A link above it leads to a different real path.
  const file = await open(at, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const [real, opened] = [await realpath(at), await file.stat()];
    const found = await lstat(real);
    const isSame = found.ino === opened.ino && found.dev === opened.dev;
    if (!isWithin(root, real) || !isSame || !opened.isFile()) throw new Error("The file has moved");
    const { hash, size } = await put(file.createReadStream({ autoClose: false }), MAX_BYTES);
    const described = await describe(hash, path.split(sep).at(-1) ?? path);
    const origins = (await isTrusted(folder.agentId, hash)) ? [] : [fileOrigin(described.name)];
    await putFolderFile(folder, known, { hash, size, ...described }, { path, stamp, origins });
  } finally {
    await file.close();
  }
}
