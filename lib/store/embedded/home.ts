import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { isReachable, makeFolder, type Owner, openForTraversal, writeWhole } from "./folders.ts";
import type { Settings } from "./settings.ts";
import { socketFolder } from "./socket-folder.ts";

/** Where root keeps servers whose data folder lies under a folder that is closed to others. */
const SYSTEM = "/var/lib/easel";
const NOBODY: Owner = { uid: 65534, gid: 65534 };

export type Home = {
  dir: string;
  /** The Postgres cluster itself. */
  data: string;
  log: string;
  socketDir: string;
  /** Whom the server runs as; absent when we are not root and it runs as ourselves. */
  server?: Owner;
  /** Whom the files that root makes are given to; absent when they stay ours. */
  files?: Owner;
  /** What the server is given beside our own settings, or in their place. */
  settings?: Settings;
};

/** Finds, or prepares, the folder in which the server of a data folder lives. */
export function findHome(dataDir: string, log: (line: string) => void): Home {
  const root = process.getuid?.() === 0;
  const folderMode = root ? 0o711 : 0o700;
  makeFolder(resolve(dataDir), folderMode);
  const folder = realpathSync(dataDir);
  const { uid, gid } = statSync(folder);
  // Files in a folder that root does not own stay its owner's, so that the owner can start without root too.
  const files = root && uid !== 0 ? { uid, gid } : undefined;
  const server = root ? (files ?? NOBODY) : undefined;
  if (root && !files) openForTraversal(folder);

  const system = join(SYSTEM, createHash("sha256").update(folder).digest("hex").slice(0, 16));
  const dir = choosePlace(folder, system, log, server);
  makeFolder(dir, folderMode, files);
  const socketDir = socketFolder(dir, system, server);
  return { dir, data: join(dir, "data"), log: join(dir, "postgres.log"), socketDir, server, files };
}

/** Once chosen, the place stays: a database must not seem empty because the mode of a folder changed. */
function choosePlace(folder: string, system: string, log: (line: string) => void, server?: Owner): string {
  const pointer = join(folder, "postgres-location");
  if (existsSync(pointer)) {
    const place = readFileSync(pointer, "utf8").trim();
    if (!existsSync(place)) log(`The database that was in ${place} is gone: an empty one is made there`);
    return place;
  }
  const inside = join(folder, "postgres");
  if (!server || isReachable(folder, server)) return inside;
  if (existsSync(join(inside, "data"))) {
    throw new AppError(
      "unavailable",
      `Postgres runs as uid ${server.uid} and cannot reach its database in ${inside}, because a folder above it is closed. Open those folders for traversal (chmod o+x), or set DATABASE_URL to a Postgres server.`,
    );
  }
  writeWhole(pointer, `${system}\n`);
  log(`${folder} is closed to other users, so the database lives in ${system}`);
  return system;
}
