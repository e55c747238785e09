import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/ground/base/env";
import { old, removeBlob } from "@/lib/ground/blobs/blobs";
import { resolveAgent } from "@/lib/store/agents/agents";
import { forgetOld, named } from "@/lib/store/data/old-files";

/** Bytes are kept so long before a row has to name them. */
const YOUNG_MS = 3_600_000;
const AT_ONCE = 500;

/** Forgets files that nobody needs any more, and takes away the bytes that no row names. */
export async function sweep(): Promise<void> {
  await forgetOld();
  if (!(await isOurs())) return;
  const batch: string[] = [];
  for await (const hash of old(YOUNG_MS)) {
    batch.push(hash);
    if (batch.length === AT_ONCE) await removeUnnamed(batch.splice(0));
  }
  await removeUnnamed(batch);
}

async function removeUnnamed(hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const kept = await named(hashes);
  for (const hash of hashes) if (!kept.has(hash)) await removeBlob(hash, YOUNG_MS);
}

/**
 * Whether the folder belongs to this database. A server that was started with another one finds no row for any of the
 * bytes, and must not take them for leavings.
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
