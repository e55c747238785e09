import { lstatSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { makeFolder, type Owner } from "./folders.ts";

/** Maximum bytes of a socket path, without the terminating zero. */
const MAX_PATH_BYTES = process.platform === "darwin" ? 103 : 107;
const NAME = ".s.PGSQL.5432";

/**
 * Returns the folder of the server's socket, creating it. The socket has no password, so the folder protects
 * the database: it must belong to the server's user and be closed to everyone else. Throws otherwise.
 */
export function socketFolder(dir: string, system: string, server?: Owner): string {
  const folder = places(dir, system, server).find(
    (place) => Buffer.byteLength(join(place, NAME)) <= MAX_PATH_BYTES,
  );
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
    `The folder ${folder} must belong to uid ${uid} and be closed to other users, because it gives access to the database. Remove it, then start again.`,
  );
}

/**
 * Returns candidates for the folder. If the path in the data folder is too long, root uses its own folder and
 * other users a temporary one.
 */
function places(dir: string, system: string, server?: Owner): string[] {
  const short = `easel-${basename(system)}`;
  return [join(dir, "socket"), server ? join(system, "socket") : join(tmpdir(), short), join("/tmp", short)];
}
