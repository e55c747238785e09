import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type DatabaseCopy, databaseCopy } from "@/lib/shared/data/database-copy";
import { rowChanges } from "@/lib/shared/data/row-changes";
import { AppError } from "@/lib/shared/errors";
import type { Revision, WholeRevision } from "@/lib/shared/history";
import { publish } from "@/lib/store/bus";
import { listCopies, writeCopy } from "@/lib/store/database-copies";
import { readRevision } from "@/lib/store/revisions";
import { borrowedDatabaseOf, databaseOf } from "./databases";
import { isDamaged, sqlFailureOf } from "./failure";
import { databaseFileOf, folderOf, makeDatabaseFolder, removeFile } from "./folder";
import { baseOf, copyOfMoment, momentOf } from "./moments";
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

/**
 * Like `restoreDatabase`, for a copy that is not yet a version in the history. With `after`, throws `conflict` unless the
 * change of that number is the last one. `isBorrowed`: it is the first content of a rehearsal's database.
 */
export async function putDatabase(
  agentId: string,
  copy: DatabaseCopy,
  { cause, ...by }: WrittenBy,
  { after, isBorrowed = false }: { after?: number; isBorrowed?: boolean } = {},
): Promise<WholeRevision> {
  const database = isBorrowed ? borrowedDatabaseOf(agentId) : databaseOf(agentId);
  // The change log of another database has other numbers.
  const content = isBorrowed ? { ...copy, change: undefined } : copy;
  const folder = folderOf(agentId);
  const from = join(folder, `restore-${randomUUID()}`);
  const put = (last?: number) =>
    database.exclusive(async (ask) => {
      if (last !== undefined) {
        const moment = await ask({ op: "moment", change: last });
        if (moment?.now.number !== last) throw changedSince();
      }
      if (!isBorrowed) await copies(agentId, BY).keep(ask, { reason: "restore" });
      return ask({ op: "restore", from, change: content.change }, RESTORE_MS);
    }, RESTORE_MS);
  try {
    makeDatabaseFolder(folder);
    await unpackDatabase(copy.hash, from);
    const change = await put(after).catch(async (error: unknown) => {
      if (!isDamaged(error)) throw sqlFailureOf(error);
      await setAside(agentId);
      return put();
    });
    const restored = await writeCopy(agentId, content, {
      ...by,
      cause: cause && "moment" in cause ? { ...cause, change } : cause,
    });
    publish({ type: "database", agent: agentId, tables: [] });
    return restored;
  } finally {
    await removeFile(from);
  }
}

/**
 * Undoes a restore to a time: puts the content before it back. Throws `conflict` if the database changed since.
 */
export async function undoDatabase(
  agentId: string,
  { version, cause }: Revision,
  by: WrittenBy,
): Promise<WholeRevision> {
  const change = cause && "moment" in cause ? cause.change : undefined;
  const moment = change === undefined ? null : await momentOf(agentId, { change: change - 1 });
  if (change === undefined || moment?.now.number !== change) throw changedSince();
  const isLogged = moment.past ? (await baseOf(agentId, moment)) !== null : moment.isEmpty;
  const copy = isLogged ? await copyOfMoment(agentId, change - 1) : await copyBefore(agentId, version);
  return putDatabase(agentId, copy, by, { after: change });
}

async function copyBefore(agentId: string, version: number): Promise<DatabaseCopy> {
  const before = (await listCopies(agentId)).find((one) => one.version < version);
  if (!before) throw new AppError("not_found", "The copy of these tables is no longer stored.");
  return databaseCopy.parse((await readRevision(agentId, before.id)).content);
}

const changedSince = () => new AppError("conflict", "The database changed since.");

/** Renames a damaged file instead of deleting it, so that its cause can be examined later. */
async function setAside(agentId: string): Promise<void> {
  await databaseOf(agentId).end();
  const file = databaseFileOf(agentId);
  // The last part of the change log is lost with the file, so earlier moments come from copies.
  await rm(join(folderOf(agentId), "log"), { recursive: true, force: true });
  await rename(file, `${file}.damaged`);
  await removeFile(file);
}
