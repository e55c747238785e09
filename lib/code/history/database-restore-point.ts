import { CLOCK_MS, changedAt } from "@/lib/data/sqlite/changed-at";
import { baseOf, momentOf } from "@/lib/data/sqlite/moments";
import { log } from "@/lib/ground/base/log";
import { listCopies, type StoredCopy } from "@/lib/store/database-copies";
import type { Difference } from "@/lib/store/restore-point";

/** If a restore comes at most this many milliseconds after a copy, nothing was written between the two. */
const FOLLOWS_MS = 120_000;

/**
 * `change` describes the copy to restore, if the database differs. `isTooEarly` means that no copy is old
 * enough.
 */
export type DatabaseRestorePoint = { change?: DatabaseDifference; isTooEarly?: true };
/**
 * `moment`: the change of the change log after which the database had that content, if it can be rebuilt. `last`: the last
 * change now.
 */
export type DatabaseDifference = Difference & { moment?: number; last?: number };

/**
 * Finds the database's content at `at` (ISO time) in the change log, or if that does not reach back, among the copies.
 */
export async function databaseAt(agentId: string, at: string): Promise<DatabaseRestorePoint> {
  const moment = await momentOf(agentId, { at: Date.parse(at) }).catch((error: unknown) => {
    // A damaged or unreachable database can still be restored from a copy.
    log.warn("The change log of a database cannot be read", error);
    return null;
  });
  if (!moment?.past || (await baseOf(agentId, moment)) === null) return copyAt(agentId, at);
  const { now, past } = moment;
  if (past.state === now.state) return {};
  const [newest] = await listCopies(agentId);
  return {
    change: {
      ...{ kind: "database", name: "database", action: "change", liveId: null, to: null, revisionId: null },
      from: newest?.version ?? null,
      moment: past.number,
      last: now.number,
      nowHash: String(now.number),
      thenHash: String(past.state),
    },
  };
}

/**
 * Finds the copy that has the database's content at `at` (ISO time). A later copy is exact if nothing was
 * written between `at` and the copy. Otherwise returns the last copy before `at`, with its time in `asOf`.
 */
async function copyAt(agentId: string, at: string): Promise<DatabaseRestorePoint> {
  const written = changedAt(agentId);
  if (written === null) return {};
  const atMs = Date.parse(at);
  const copies = await listCopies(agentId);
  const [newest] = copies;
  // A restore writes the file shortly before it adds its version, so the last write may be that of the
  // restore.
  const isPutBack = newest?.isPutBack === true && written <= Date.parse(newest.createdAt);
  const changed = isPutBack ? Date.parse(newest.createdAt) : written + CLOCK_MS;
  if (changed <= atMs) return {};
  const isThen = (copy: StoredCopy, next: StoredCopy | undefined) => {
    if (copy.isPutBack) return false;
    const [from, to] = [Date.parse(copy.unchangedSince ?? copy.createdAt), Date.parse(copy.createdAt)];
    // A restore first saves a copy of the current content and then replaces it. Nothing else is written in
    // between, so the copy is exact until the restore.
    const isReplaced = next?.isPutBack && Date.parse(next.createdAt) - to < FOLLOWS_MS;
    return from <= atMs && atMs < (isReplaced ? Date.parse(next.createdAt) : to + 1);
  };
  const exact = copies.find((copy, at) => isThen(copy, copies[at - 1]));
  const copy = exact ?? copies.find(({ createdAt }) => Date.parse(createdAt) <= atMs);
  if (!copy) return { isTooEarly: true };
  if (isPutBack && newest.hash === copy.hash) return {};
  const change: Difference = {
    kind: "database",
    name: "database",
    action: "change",
    from: newest?.version ?? null,
    liveId: null,
    to: copy.version,
    revisionId: copy.id,
    ...(!exact && { asOf: copy.createdAt }),
    nowHash: String(changed),
    thenHash: copy.hash,
  };
  return { change };
}
