import {
  chmod,
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { mapInBatches } from "../map-in-batches.ts";
import { give } from "./folders.ts";
import type { Home } from "./home.ts";

/** Files that are needed only to build programs against Postgres; a third of the package. */
const NEEDLESS = /\.a$|(^|\/)pkgconfig\//;

type Link = { source: string; target: string };

/**
 * Copies Postgres' binaries to a folder that the server's user can reach and that `npm ci` does not delete
 * under a running server. The copy gets its name when it is complete. Call it only while no server runs: it
 * deletes copies of other versions.
 */
export async function installBinaries(native: string, home: Home): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const name = `native-${version}`;
  const target = join(home.dir, name);
  const present = await readdir(home.dir);
  for (const other of present.filter((entry) => entry.startsWith("native-") && entry !== name)) {
    await rm(join(home.dir, other), { recursive: true, force: true });
  }
  if (present.includes(name)) return target;
  const unfinished = `${target}.${process.pid}`;
  try {
    await copyTree(native, unfinished, home);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  return target;
}

async function copyTree(from: string, to: string, home: Home): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const paths = (keep: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(keep).map((entry) => relative(from, join(entry.parentPath, entry.name)));

  for (const folder of ["", ...paths((entry) => entry.isDirectory()).sort()]) {
    await mkdir(join(to, folder), { recursive: true });
    await chmod(join(to, folder), 0o755);
    give(join(to, folder), home.files);
  }
  const files = paths((entry) => entry.isFile()).filter((path) => !NEEDLESS.test(path));
  await mapInBatches(files, async (path) => {
    await copyOne(join(from, path), join(to, path), path.startsWith("bin/") ? 0o755 : 0o644);
    give(join(to, path), home.files);
  });
  await linkAll(from, to);
}

/** Syncs each file, so that a power failure after the rename leaves no empty files. */
async function copyOne(from: string, to: string, mode: number): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const file = await open(to, "r");
  await file.chmod(mode);
  await file.sync();
  await file.close();
}

/**
 * Creates the symlinks of the binaries. npm packages cannot contain them: the package lists them for its
 * install script, which may not have run.
 */
async function linkAll(from: string, to: string): Promise<void> {
  const listed = JSON.parse(
    await readFile(join(from, "pg-symlinks.json"), "utf8").catch(() => "[]"),
  ) as Link[];
  for (const { source, target } of listed) {
    await symlink(basename(source), join(to, relative("native", target)));
  }
}
