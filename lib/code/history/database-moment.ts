import { CLOCK_MS, changedAt } from "@/lib/data/sqlite/changed-at";
import { type KeptCopy, listCopies } from "@/lib/store/database-copies";
import type { Difference } from "@/lib/store/moment";

/** So soon after it was kept, what is put in its place follows a copy. */
const FOLLOWS_MS = 120_000;

/** What of the agent's database comes back: a copy, or nothing of what there was then. */
export type DatabaseMoment = { change?: Difference; isBeyond?: true };

/**
 * The copy that stands for the database at a moment. One that was made later does where nothing had been written since the
 * moment; else it is the last one before it, and the change says of when.
 */
export async function databaseAt(agentId: string, at: string): Promise<DatabaseMoment> {
  const written = changedAt(agentId);
  if (written === null) return {};
  const moment = Date.parse(at);
  const copies = await listCopies(agentId);
  const [newest] = copies;
  // What is put in its place is written shortly before that is a version.
  const isPutBack = newest?.isPutBack === true && written <= Date.parse(newest.createdAt);
  const changed = isPutBack ? Date.parse(newest.createdAt) : written + CLOCK_MS;
  if (changed <= moment) return {};
  const isThen = (copy: KeptCopy, next: KeptCopy | undefined) => {
    if (copy.isPutBack) return false;
    const [from, to] = [Date.parse(copy.unchangedSince ?? copy.createdAt), Date.parse(copy.createdAt)];
    // While what was there is kept, and something else put in its place, nobody writes.
    const isReplaced = next?.isPutBack && Date.parse(next.createdAt) - to < FOLLOWS_MS;
    return from <= moment && moment < (isReplaced ? Date.parse(next.createdAt) : to + 1);
  };
  const exact = copies.find((copy, at) => isThen(copy, copies[at - 1]));
  const copy = exact ?? copies.find(({ createdAt }) => Date.parse(createdAt) <= moment);
  if (!copy) return { isBeyond: true };
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
