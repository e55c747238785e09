import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { env } from "../../ground/base/env.ts";
import { singleton } from "../../ground/base/process.ts";
import type { BackupPreview, MadeBackup, WorkspaceCounts } from "../../shared/backup.ts";
import { AppError } from "../../shared/errors.ts";
import { sql } from "../db.ts";
import { knownMigrations } from "../migrate.ts";
import { backUp } from "./backup.ts";
import { checkBackup } from "./restore.ts";

/** Time after which a backup that was not fetched is deleted. */
const KEPT_MS = 3_600_000;
const ENDING = ".easel";

const folder = () => join(env().EASEL_DATA_DIR, "backups");

/** Makes a backup without secrets in the data folder. Throws `conflict` while this server makes another one. */
export async function prepareBackup(): Promise<MadeBackup> {
  const work = singleton("backup", () => ({ isBusy: false }));
  if (work.isBusy) throw new AppError("conflict", "A backup is being made already. Wait until it is done.");
  work.isBusy = true;
  try {
    await mkdir(folder(), { recursive: true, mode: 0o700 });
    await removeOld();
    const id = randomUUID();
    const path = join(folder(), id + ENDING);
    await backUp(path, { url: env().DATABASE_URL ?? "", dataDir: env().EASEL_DATA_DIR });
    return { id, bytes: (await stat(path)).size };
  } finally {
    work.isBusy = false;
  }
}

/** Returns the bytes of a prepared backup and deletes it. Throws `not_found` if it was fetched or has expired. */
export async function takeBackup(id: string): Promise<{ bytes: ReadableStream; size: number }> {
  const path = join(folder(), id + ENDING);
  const file = await open(path).catch(() => null);
  if (!file) throw new AppError("not_found", "This backup was downloaded already. Make another one.");
  await rm(path, { force: true });
  const { size } = await file.stat();
  return { bytes: Readable.toWeb(file.createReadStream()) as ReadableStream, size };
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(folder())) {
    const path = join(folder(), name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > KEPT_MS) await rm(path, { force: true });
  }
}

/**
 * Reads a whole backup without changing anything. Throws an AppError if this Easel cannot restore it. `name`:
 * its file name for errors.
 */
export async function previewBackup(name: string, body: ReadableStream<Uint8Array>): Promise<BackupPreview> {
  let bytes = 0;
  const counted = async function* () {
    for await (const piece of body) {
      bytes += piece.byteLength;
      yield piece;
    }
  };
  const manifest = await checkBackup(name, Readable.from(counted()));
  const rows = new Map(manifest.tables.map((table) => [table.name, table.rows]));
  const holds = Object.fromEntries(COUNTED.map((table) => [table, rows.get(table) ?? 0]));
  const newest = knownMigrations().at(-1)?.folderMillis ?? 0;
  return {
    createdAt: manifest.createdAt,
    bytes,
    isEarlier: manifest.migration.at < newest,
    hasSecrets: manifest.secrets !== null,
    enterAgain: manifest.enterAgain,
    holds: holds as WorkspaceCounts,
    replaces: await countRows(),
  };
}

const COUNTED = ["agents", "conversations", "messages", "files"] as const satisfies (keyof WorkspaceCounts)[];

async function countRows(): Promise<WorkspaceCounts> {
  const [row] = await sql()<WorkspaceCounts[]>`
    select (select count(*)::int from agents) as agents, (select count(*)::int from conversations) as conversations,
      (select count(*)::int from messages) as messages, (select count(*)::int from files) as files`;
  return row ?? { agents: 0, conversations: 0, messages: 0, files: 0 };
}
