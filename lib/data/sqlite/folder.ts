import { chmodSync, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/ground/base/env";
import { ofDisk } from "./failure";

const FULL = new Set(["ENOSPC", "EDQUOT"]);
const CLOSED = new Set(["EROFS", "EACCES", "EPERM"]);

export const databasesFolder = (): string => join(env().EASEL_DATA_DIR, "databases");

export const folderOf = (agentId: string): string => join(databasesFolder(), agentId);
/** Names the moment of another database that this one begins with (`borrowed.ts`). */
export const borrowedFileOf = (agentId: string): string => join(folderOf(agentId), "borrowed.json");
export const databaseFileOf = (agentId: string): string => join(folderOf(agentId), "data.sqlite");

/**
 * Creates the folder of a database, which only the server's user can read. SQLite's temporary files are also
 * stored in it. Throws an AppError if the disk is full or read-only.
 */
export function makeDatabaseFolder(folder: string): void {
  try {
    mkdirSync(join(folder, "tmp"), { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (FULL.has(code)) throw ofDisk("full");
    throw CLOSED.has(code) ? ofDisk("readonly") : error;
  }
}

export async function removeFile(path: string): Promise<void> {
  await Promise.all(["", "-wal", "-shm", "-journal"].map((end) => rm(`${path}${end}`, { force: true })));
}
