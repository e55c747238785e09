import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "../../shared/errors.ts";
import { foldersOf } from "./folders.ts";

type Bytes = AsyncIterable<Uint8Array>;

export type Staging = {
  addDatabase(agent: string, bytes: Bytes): Promise<void>;
  addFile(hash: string, bytes: Bytes): Promise<void>;
  addKey(bytes: Bytes): Promise<void>;
  /** Moves the staged data to its final place by renaming. `undo` moves everything back. */
  swap(): Promise<void>;
  settle(): Promise<void>;
  undo(): Promise<void>;
};

export async function hasDatabases(dataDir: string): Promise<boolean> {
  const { databases } = foldersOf(dataDir);
  return existsSync(databases) && (await readdir(databases)).length > 0;
}

/**
 * Prepares the restored data in the data folder, next to the current data, until `swap`. Files of the
 * workspace are written to their final place at once: they are named by their hash, and a sweep deletes those
 * that no row refers to.
 */
export async function stage(dataDir: string): Promise<Staging> {
  const place = foldersOf(dataDir);
  // A unique name for the folder of the old data, so that the data can be found if the restore is killed
  // during the swap.
  const leaving = join(dataDir, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`);
  const coming = join(dataDir, "restoring");
  await rm(coming, { recursive: true, force: true });
  await mkdir(join(coming, "databases"), { recursive: true, mode: 0o700 });
  /** Completed moves as `[from, to]`, in order. */
  const moved: [string, string][] = [];
  const move = async (from: string, to: string) => {
    if (!existsSync(from)) return;
    await rename(from, to);
    moved.push([from, to]);
  };
  return {
    async addDatabase(agent, bytes) {
      await mkdir(join(coming, "databases", agent), { recursive: true, mode: 0o700 });
      await write(join(coming, "databases", agent, "data.sqlite"), bytes);
    },
    async addFile(hash, bytes) {
      const [temporary, path] = [join(coming, randomUUID()), join(place.files, hash.slice(0, 2), hash)];
      if ((await write(temporary, bytes)) !== hash)
        throw new AppError(
          "invalid",
          `The file ${hash} in the backup does not match its hash. Use another backup.`,
        );
      await mkdir(dirname(path), { recursive: true });
      await rename(temporary, path);
    },
    addKey: async (bytes) => void (await write(join(coming, "secret.key"), bytes)),
    async swap() {
      await mkdir(leaving, { recursive: true, mode: 0o700 });
      await move(place.databases, join(leaving, "databases"));
      await move(join(coming, "databases"), place.databases);
      if (!existsSync(join(coming, "secret.key"))) return;
      await move(place.key, join(leaving, "secret.key"));
      await move(join(coming, "secret.key"), place.key);
    },
    async settle() {
      moved.length = 0;
      // This file names the first agent of the database that owns the folder. The restored database may have
      // another first agent, so delete the file; the next sweep writes it again.
      await rm(join(place.files, "belongs-to"), { force: true });
      for (const folder of [coming, leaving]) await rm(folder, { recursive: true, force: true });
    },
    async undo() {
      for (const [from, to] of moved.splice(0).reverse()) await rename(to, from);
      for (const folder of [coming, leaving]) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function write(path: string, bytes: Bytes): Promise<string> {
  const hash = createHash("sha256");
  const hashed = async function* () {
    for await (const piece of bytes) {
      hash.update(piece);
      yield piece;
    }
  };
  await pipeline(hashed, createWriteStream(path, { mode: 0o600, flush: true }));
  return hash.digest("hex");
}
