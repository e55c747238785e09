import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type DatabaseCopy, databaseCopy } from "@/lib/shared/data/database-copy";
import { rowChanges } from "@/lib/shared/data/row-changes";
import type { WholeRevision } from "@/lib/shared/history";
import { publish } from "@/lib/store/bus";
import { writeCopy } from "@/lib/store/database-copies";
import { borrowedDatabaseOf, databaseOf } from "./databases";
import { isDamaged, sqlFailureOf } from "./failure";
import { databaseFileOf, folderOf, makeDatabaseFolder, removeFile } from "./folder";
import { copyOfMoment } from "./moments";
import { unpackDatabase } from "./pack";
import { copies } from "./snapshots";
import type { WrittenBy } from "./types";

const RESTORE_MS = 60_000;
const BY = { author: "restore", cause: null } as const;

/**
 * Stores a copy of the current state, then replaces all tables by those of an earlier copy, or by those after listed changes
 * of rows. Returns the new current version.
 */
export async function restoreDatabase(
  agentId: string,
  { version, content }: WholeRevision,
): Promise<WholeRevision> {
  const { data: changes } = rowChanges.safeParse(content);
  if (changes) {
    const copy = await copyOfMoment(agentId, changes.to);
    return putDatabase(agentId, copy, { author: "restore", cause: { moment: changes.last } });
  }
  return putDatabase(agentId, databaseCopy.parse(content), {
    author: "restore",
    cause: { restored: { version } },
  });
}

/** Restores the database as it was after a change. `at` is the ISO time that the user has chosen. */
export async function restoreMoment(agentId: string, change: number, at: string): Promise<WholeRevision> {
  const copy = await copyOfMoment(agentId, change);
  return putDatabase(agentId, copy, { author: "restore", cause: { moment: at } });
}

/**
 * Like `restoreDatabase`, for a copy that is not yet a version in the history. `isBorrowed`: it is the first content of a
 * rehearsal's database.
 */
export async function putDatabase(
  agentId: string,
  copy: DatabaseCopy,
  by: WrittenBy,
  { isBorrowed = false } = {},
): Promise<WholeRevision> {
  const database = isBorrowed ? borrowedDatabaseOf(agentId) : databaseOf(agentId);
  // The change log of another database has other numbers.
  const content = isBorrowed ? { ...copy, change: undefined } : copy;
  const folder = folderOf(agentId);
  const from = join(folder, `restore-${randomUUID()}`);
  try {
    makeDatabaseFolder(folder);
    await unpackDatabase(copy.hash, from);
    const put = () =>
      database.exclusive(async (ask) => {
        if (!isBorrowed) await copies(agentId, BY).keep(ask, { reason: "restore" });
        await ask({ op: "restore", from, change: content.change }, RESTORE_MS);
      }, RESTORE_MS);
    await put().catch(async (error: unknown) => {
      if (!isDamaged(error)) throw sqlFailureOf(error);
      await setAside(agentId);
      await put();
    });
  } finally {
    await removeFile(from);
  }
  const restored = await writeCopy(agentId, content, by);
  publish({ type: "database", agent: agentId, tables: [] });
  return restored;
}

/** Renames a damaged file instead of deleting it, so that its cause can be examined later. */
async function setAside(agentId: string): Promise<void> {
  await databaseOf(agentId).end();
  const file = databaseFileOf(agentId);
  // The last part of the change log is lost with the file, so earlier moments come from copies.
  await rm(join(folderOf(agentId), "log"), { recursive: true, force: true });
  await rename(file, `${file}.damaged`);
  await removeFile(file);
}
