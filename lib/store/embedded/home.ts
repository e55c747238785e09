import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { isReachable, makeFolder, type Owner, openForTraversal, writeWhole } from "./folders.ts";
import type { Settings } from "./settings.ts";
import { socketFolder } from "./socket-folder.ts";

/** Folder for the database if Easel runs as root and other users cannot reach the data folder. */
const SYSTEM = "/var/lib/easel";
const NOBODY: Owner = { uid: 65534, gid: 65534 };

export type Home = {
  dir: string;
  data: string;
  log: string;
  socketDir: string;
  /** User that Postgres runs as; absent if it is the current user. */
  server?: Owner;
  /** Owner of files that root creates; absent if root keeps them. */
  files?: Owner;
  /** Postgres settings that extend or override the defaults. */
  settings?: Settings;
};

export function findHome(dataDir: string, log: (line: string) => void): Home {
  const root = process.getuid?.() === 0;
  const folderMode = root ? 0o711 : 0o700;
  makeFolder(resolve(dataDir), folderMode);
  const folder = realpathSync(dataDir);
  const { uid, gid } = statSync(folder);
  // Files get the owner of the data folder, so that this user can later start Easel without root.
  const files = root && uid !== 0 ? { uid, gid } : undefined;
  const server = root ? (files ?? NOBODY) : undefined;
  if (root && !files) openForTraversal(folder);

  const system = join(SYSTEM, createHash("sha256").update(folder).digest("hex").slice(0, 16));
  const dir = choosePlace(folder, system, log, server);
  makeFolder(dir, folderMode, files);
  const socketDir = socketFolder(dir, system, server);
  return { dir, data: join(dir, "data"), log: join(dir, "postgres.log"), socketDir, server, files };
}

/**
 * Returns the folder of the database. The choice is recorded and never changes: otherwise, after a change of
 * a folder's mode, Easel would look elsewhere and find an empty database.
 */
function choosePlace(folder: string, system: string, log: (line: string) => void, server?: Owner): string {
  const pointer = join(folder, "postgres-location");
  if (existsSync(pointer)) {
    const place = readFileSync(pointer, "utf8").trim();
    if (!existsSync(place)) log(`The database in ${place} is missing. An empty one is created there`);
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
