import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/ground/base/env";
import { old, removeBlob } from "@/lib/ground/blobs/blobs";
import { resolveAgent } from "@/lib/store/agents/agents";
import { forgetOld, named } from "@/lib/store/data/old-files";

/** A file without a row is kept until this age, because its row may not have been written yet. */
const MIN_AGE_MS = 3_600_000;
const BATCH = 500;

export async function sweep(): Promise<void> {
  await forgetOld();
  if (!(await isOurs())) return;
  const batch: string[] = [];
  for await (const hash of old(MIN_AGE_MS)) {
    batch.push(hash);
    if (batch.length === BATCH) await removeUnnamed(batch.splice(0));
  }
  await removeUnnamed(batch);
}

async function removeUnnamed(hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const referenced = await named(hashes);
  for (const hash of hashes) if (!referenced.has(hash)) await removeBlob(hash, MIN_AGE_MS);
}

/**
 * Returns true if the folder belongs to this database. Otherwise the sweep must not delete anything: a
 * database that does not own the folder has no rows for its blobs.
 */
async function isOurs(): Promise<boolean> {
  const path = join(env().EASEL_DATA_DIR, "files", "belongs-to");
  const database = await resolveAgent();
  const owner = await readFile(path, "utf8").catch(() => null);
  if (owner === null) {
    await writeFile(path, database).catch(() => {});
    return false;
  }
  return owner === database;
}
