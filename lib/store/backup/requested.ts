import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { type RestoreOutcome, restoreOutcome } from "../../shared/backup.ts";
import { AppError } from "../../shared/errors.ts";

/** Time after which files of this folder that were not used are deleted. */
const KEPT_MS = 3_600_000;
const ENDING = ".easel";
const request = z.object({ id: z.uuid() });

/**
 * Returns whether this server can restart itself: the launcher is the parent process, connected by a channel. Another
 * parent would not start it again.
 */
export const canRestart = (): boolean => process.send !== undefined && process.env.NODE_ENV === "production";

const pathsOf = (dataDir: string) => {
  const folder = join(dataDir, "backups");
  return {
    folder,
    archive: (id: string) => join(folder, id + ENDING),
    request: join(folder, "restore.json"),
    outcome: join(folder, "restored.json"),
  };
};

/** Deletes archives that were neither downloaded nor restored in time. */
export async function removeOldArchives(dataDir: string): Promise<void> {
  const { folder } = pathsOf(dataDir);
  for (const name of (await readdir(folder).catch(() => [])).filter((each) => each.includes(ENDING))) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > KEPT_MS) await rm(join(folder, name), { force: true });
  }
}

/** Returns the id and the path of a new archive in the data folder, and deletes old ones. */
export async function newArchive(dataDir: string): Promise<{ id: string; path: string }> {
  const { folder, archive } = pathsOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOldArchives(dataDir);
  const id = randomUUID();
  return { id, path: archive(id) };
}

export const archivePath = (dataDir: string, id: string): string => pathsOf(dataDir).archive(id);

/** Stores an uploaded archive. Returns its id, its bytes to read, and its size. */
export async function storeUpload(
  dataDir: string,
  body: Readable,
): Promise<{ id: string; bytes: () => Readable; size: number }> {
  const { id, path } = await newArchive(dataDir);
  try {
    await pipeline(body, createWriteStream(path, { mode: 0o600, flush: true }));
    return { id, bytes: () => createReadStream(path), size: (await stat(path)).size };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

export const dropUpload = (dataDir: string, id: string): Promise<void> =>
  rm(pathsOf(dataDir).archive(id), { force: true });

/** Makes the next start of the server restore an uploaded archive. */
export async function requestRestore(dataDir: string, id: string): Promise<void> {
  const paths = pathsOf(dataDir);
  if (!existsSync(paths.archive(id)))
    throw new AppError("not_found", "The uploaded backup has expired. Choose the file again.");
  await rm(paths.outcome, { force: true });
  await writeWhole(paths.request, { id });
}

/** Returns the requested archive. A request is taken once, so that a restore that crashes is not repeated. */
export async function takeRequest(dataDir: string): Promise<{ id: string; path: string } | null> {
  const paths = pathsOf(dataDir);
  if (!existsSync(paths.request)) return null;
  const { success, data } = request.safeParse(parse(await readFile(paths.request, "utf8")));
  await rm(paths.request, { force: true });
  return success ? { id: data.id, path: paths.archive(data.id) } : null;
}

export async function storeOutcome(dataDir: string, outcome: RestoreOutcome): Promise<void> {
  await writeWhole(pathsOf(dataDir).outcome, outcome);
  await dropUpload(dataDir, outcome.id);
}

export async function readOutcome(dataDir: string): Promise<RestoreOutcome | null> {
  const text = await readFile(pathsOf(dataDir).outcome, "utf8").catch(() => "null");
  return restoreOutcome.safeParse(parse(text)).data ?? null;
}

async function writeWhole(path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.partial`, JSON.stringify(value), { mode: 0o600, flush: true });
  await rename(`${path}.partial`, path);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
