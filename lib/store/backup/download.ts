import { open, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { env } from "../../ground/base/env.ts";
import { singleton } from "../../ground/base/process.ts";
import type { BackupPreview, MadeBackup, WorkspaceCounts } from "../../shared/backup.ts";
import { AppError } from "../../shared/errors.ts";
import { sql } from "../db.ts";
import { knownMigrations } from "../migrate.ts";
import { backUp } from "./backup.ts";
import { archivePath, dropUpload, newArchive, storeUpload } from "./requested.ts";
import { checkBackup } from "./restore.ts";

/** Makes a backup without secrets in the data folder. Throws `conflict` while this server makes another one. */
export async function prepareBackup(): Promise<MadeBackup> {
  const work = singleton("backup", () => ({ isBusy: false }));
  if (work.isBusy) throw new AppError("conflict", "A backup is being made already. Wait until it is done.");
  work.isBusy = true;
  try {
    const dataDir = env().EASEL_DATA_DIR;
    const { id, path } = await newArchive(dataDir);
    await backUp(path, { url: env().DATABASE_URL ?? "", dataDir });
    return { id, bytes: (await stat(path)).size };
  } finally {
    work.isBusy = false;
  }
}

/** Returns the bytes of a prepared backup and deletes it. Throws `not_found` if it was fetched or has expired. */
export async function takeBackup(id: string): Promise<{ bytes: ReadableStream; size: number }> {
  const path = archivePath(env().EASEL_DATA_DIR, id);
  const file = await open(path).catch(() => null);
  if (!file) throw new AppError("not_found", "This backup was downloaded already. Make another one.");
  await rm(path, { force: true });
  const { size } = await file.stat();
  return { bytes: Readable.toWeb(file.createReadStream()) as ReadableStream, size };
}

/**
 * Stores an uploaded backup and reads it whole, without changing the workspace. Throws an AppError if this Easel
 * cannot restore it.
 */
export async function previewBackup(body: ReadableStream<Uint8Array>): Promise<BackupPreview> {
  const dataDir = env().EASEL_DATA_DIR;
  const { id, bytes, size } = await storeUpload(dataDir, Readable.from(body));
  try {
    const manifest = await checkBackup("The file", bytes());
    const rows = new Map(manifest.tables.map((table) => [table.name, table.rows]));
    const holds = Object.fromEntries(COUNTED.map((table) => [table, rows.get(table) ?? 0]));
    const newest = knownMigrations().at(-1)?.folderMillis ?? 0;
    return {
      ...{ id, bytes: size, createdAt: manifest.createdAt },
      isEarlier: manifest.migration.at < newest,
      hasSecrets: manifest.secrets !== null,
      enterAgain: manifest.enterAgain,
      holds: holds as WorkspaceCounts,
      replaces: await countRows(),
    };
  } catch (error) {
    await dropUpload(dataDir, id);
    throw error;
  }
}

const COUNTED = ["agents", "conversations", "messages", "files"] as const satisfies (keyof WorkspaceCounts)[];

async function countRows(): Promise<WorkspaceCounts> {
  const [row] = await sql()<WorkspaceCounts[]>`
    select (select count(*)::int from agents) as agents, (select count(*)::int from conversations) as conversations,
      (select count(*)::int from messages) as messages, (select count(*)::int from files) as files`;
  return row ?? { agents: 0, conversations: 0, messages: 0, files: 0 };
}
