import { join } from "node:path";
import { AppError } from "../../shared/errors.ts";

/**
 * Paths of the data folder that a backup includes. Must match `lib/data/sqlite`, `lib/ground/blobs` and
 * `lib/ground/base/secret.ts`.
 */
export const foldersOf = (dataDir: string) => ({
  databases: join(dataDir, "databases"),
  files: join(dataDir, "files"),
  key: join(dataDir, "secret.key"),
});

export const AGENT_DATABASE = /^databases\/([0-9a-f-]{36})\/data\.sqlite$/;
export const FILE = /^files\/([0-9a-f]{64})$/;
export const TABLE = /^tables\/([a-z][a-z0-9_]*)\/\d+$/;
export const KEY = "secret.key";

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file or folder. Check the name",
  ENOTDIR: "a part of the path is a file, not a folder. Check the name",
  EISDIR: "that is a folder. Name a file in it",
  EACCES: "permission was denied. Make it readable and writable by you, or choose another place",
  EPERM: "permission was denied. Make it readable and writable by you, or choose another place",
  EROFS: "the file system is read-only. Choose another place",
  ENOSPC: "the disk is full. Free some space, or choose another disk",
  EDQUOT: "the disk quota is used up. Free some space, or choose another disk",
};

/** Turns a file system error into one that names the file and a remedy. Returns other errors unchanged. */
export function explainFile(error: unknown, path: string): unknown {
  const {
    code = "",
    path: place,
    dest,
    syscall,
  } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string };
  const reason = REASONS[code];
  if (!reason || syscall === "connect" || error instanceof AppError) return error;
  return new AppError("unavailable", `${dest ?? place ?? path} cannot be used: ${reason}, then try again.`, {
    cause: error,
  });
}
