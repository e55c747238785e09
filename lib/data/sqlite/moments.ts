import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseCopy } from "@/lib/shared/data/database-copy";
import type { ComparedTable } from "@/lib/shared/data/row-changes";
import { AppError } from "@/lib/shared/errors";
import { listCopies } from "@/lib/store/database-copies";
import { changedAt } from "./changed-at";
import { type AskDatabase, databaseOf } from "./databases";
import { sqlFailureOf } from "./failure";
import { folderOf, makeDatabaseFolder, removeFile } from "./folder";
import { packFile, unpackDatabase } from "./pack";
import type { CompareLimits, Moment } from "./protocol";

const REBUILD_MS = 60_000;

/** The start of a rebuild: a stored copy with the number of its last change, or a change that wrote all pages. */
type Base = { hash: string; base: number; whole: null } | { hash: null; base: null; whole: number };

type Wanted = { at: number } | { change: number };

/** Returns what the change log knows about a time (ms) or a change. Null if the database has no change log. */
export async function momentOf(agentId: string, wanted: Wanted): Promise<Moment | null> {
  if (changedAt(agentId) === null) return null;
  return asking(agentId, (ask) => ask({ op: "moment", ...wanted }));
}

/** Returns where the rebuild of a moment begins; null if the change log or the copies no longer reach back to it. */
export async function baseOf(agentId: string, moment: Moment): Promise<Base | null> {
  if (!moment.past) return null;
  const { past, from, whole } = moment;
  const copies = (await listCopies(agentId)).flatMap(({ hash, change }) =>
    change !== null && from !== null && change >= from && change <= past.number ? [{ hash, change }] : [],
  );
  const newest = copies.sort((a, b) => b.change - a.change)[0];
  if (newest && newest.change >= (whole ?? 0)) return { hash: newest.hash, base: newest.change, whole: null };
  return whole === null ? null : { hash: null, base: null, whole };
}

/** Rebuilds the database as it was after a change, and stores it as a copy. */
export const copyOfMoment = (agentId: string, change: number): Promise<DatabaseCopy> =>
  rebuilt(agentId, change, async (ask, path) => {
    const tables = await ask({ op: "inspect", from: path }, REBUILD_MS);
    return { ...(await packFile(path, tables)), reason: "restore", change };
  });

/** Compares the rows before a change with those after a later one, by rebuilding both. */
export const compareMoments = (
  agentId: string,
  { from, until, ...limits }: { from: number; until: number } & CompareLimits,
): Promise<ComparedTable[]> =>
  rebuilt(agentId, from - 1, async (ask, path) => {
    const after = `${path}-after`;
    try {
      const request = { op: "compare", to: path, after, from, until, ...limits } as const;
      return await ask(request, REBUILD_MS);
    } finally {
      await removeFile(after);
    }
  });

async function rebuilt<T>(
  agentId: string,
  change: number,
  use: (ask: AskDatabase, path: string) => Promise<T>,
): Promise<T> {
  const folder = folderOf(agentId);
  const path = join(folder, `moment-${randomUUID()}`);
  makeDatabaseFolder(folder);
  try {
    const moment = await momentOf(agentId, { change });
    const base = moment && (await baseOf(agentId, moment));
    const isEmpty = moment?.past === null && moment.isEmpty;
    if (!base && !isEmpty) throw gone();
    if (base?.hash) await unpackDatabase(base.hash, path);
    else await writeFile(path, "", { mode: 0o600 });
    return await asking(agentId, async (ask) => {
      const { base: number, whole } = base ?? { base: null, whole: null };
      const until = moment?.past?.number ?? 0;
      await ask({ op: "rebuild", to: path, base: number, whole, until }, REBUILD_MS);
      return use(ask, path);
    });
  } finally {
    await removeFile(path);
  }
}

async function asking<T>(agentId: string, work: (ask: AskDatabase) => Promise<T>): Promise<T> {
  try {
    return await databaseOf(agentId).exclusive(work, REBUILD_MS);
  } catch (error) {
    throw sqlFailureOf(error);
  }
}

const gone = () =>
  new AppError("not_found", "The change log does not reach back that far. Choose a copy or a later change.");
