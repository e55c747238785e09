import { lstatSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { makeFolder, type Owner } from "./folders.ts";

/** What the operating system takes as the path of a socket, without the closing zero. */
const LONGEST = process.platform === "darwin" ? 103 : 107;
const NAME = ".s.PGSQL.5432";

/**
 * The folder of the server's socket. It is the only door to the database and has no password: the folder's
 * mode is the lock, so it must belong to the server's user and be closed to everyone else.
 */
export function socketFolder(dir: string, system: string, server?: Owner): string {
  const folder = places(dir, system, server).find((place) => Buffer.byteLength(join(place, NAME)) <= LONGEST);
  if (!folder) {
    throw new AppError(
      "unavailable",
      `No path for a Postgres socket is short enough: set TMPDIR to a short folder.`,
    );
  }
  makeFolder(folder, 0o700, server);
  const found = lstatSync(folder);
  const uid = server?.uid ?? process.getuid?.();
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return folder;
  throw new AppError(
    "unavailable",
    `The folder ${folder} must belong to uid ${uid} and be closed to others, because the database can be reached through it. Remove it, then start again.`,
  );
}

/** A long data folder needs a short one beside it: root has one of its own, others share the temporary folder. */
function places(dir: string, system: string, server?: Owner): string[] {
  const short = `easel-${basename(system)}`;
  return [join(dir, "socket"), server ? join(system, "socket") : join(tmpdir(), short), join("/tmp", short)];
}
