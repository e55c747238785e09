import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import * as blobs from "@/lib/blobs/blobs";
import { databaseCopy } from "@/lib/shared/data/database-copy";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import { publish } from "@/lib/store/bus";
import { writeCopy } from "@/lib/store/database-copies";
import { databaseOf } from "./databases";
import { failureOf, isDamaged } from "./failure";
import { fileOf, folderOf, makeFolder, removeFile } from "./folder";
import { copies } from "./snapshots";

/** For the largest database. */
const RESTORE_MS = 60_000;
const BY = { author: "restore", cause: null } as const;

/** Puts all tables back as a copy has them, when a copy of what is there now is kept; gives the version that holds then. */
export async function restoreDatabase(
  agentId: string,
  { version, content }: WholeRevision,
): Promise<WholeRevision> {
  const copy = databaseCopy.parse(content);
  const folder = folderOf(agentId);
  const from = join(folder, `restore-${randomUUID()}`);
  try {
    makeFolder(folder);
    await unpack(copy.hash, from);
    const put = () =>
      databaseOf(agentId).exclusive(async (ask) => {
        await copies(agentId, BY).keep(ask, { reason: "restore" });
        await ask({ op: "restore", from }, RESTORE_MS);
      }, RESTORE_MS);
    await put().catch(async (error: unknown) => {
      if (!isDamaged(error)) throw failureOf(error);
      await setAside(agentId);
      await put();
    });
  } finally {
    await removeFile(from);
  }
  const restored = await writeCopy(agentId, copy, { author: "restore", cause: { restored: { version } } });
  publish({ type: "database", agent: agentId, tables: [] });
  return restored;
}

async function unpack(hash: string, path: string): Promise<void> {
  const packed = await blobs.open(hash);
  if (!packed) throw new AppError("not_found", "The bytes of this version are gone from the data folder.");
  await pipeline(packed, createZstdDecompress(), createWriteStream(path, { mode: 0o600 }));
}

/** A file that SQLite cannot read stays for whoever wants to look at it. */
async function setAside(agentId: string): Promise<void> {
  await databaseOf(agentId).end();
  const file = fileOf(agentId);
  await rename(file, `${file}.damaged`);
  await removeFile(file);
}
