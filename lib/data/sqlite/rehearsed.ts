import type { ComparedTable } from "@/lib/shared/data/row-changes";
import type { BegunChange, TakenChanges } from "@/lib/shared/rehearsals";
import { changedAt } from "./changed-at";
import { databaseOf } from "./databases";
import { SQL_LIMITS } from "./limits";
import { compareMoments, copyOfMoment, momentOf } from "./moments";
import { putDatabase } from "./restore";
import type { WrittenBy } from "./types";
import { undoRows } from "./undo-rows";

/** Rows of each table that a page shows. */
const MAX_SHOWN = 100;
/** Milliseconds within which all tables are replaced. The log does not say who replaced them. */
const MAX_PUT_MS = 60_000;

/** Changes of a copied database since it was copied: from `base` (exclusive) until `last`. */
type Span = { base: number; last: number };

/** Returns the changes that a rehearsal made in its database; null if it made none. */
async function spanOf(copyId: string): Promise<Span | null> {
  if (changedAt(copyId) === null) return null;
  const [first] = await changesAfter(copyId, 0);
  if (!first) return null;
  const moment = await momentOf(copyId, { at: Date.now() });
  // The first change of a borrowed database is its copy.
  const base = first.by === null ? first.number : first.number - 1;
  const last = moment?.now.number ?? base;
  return last > base ? { base, last } : null;
}

/** Compares the rows of a rehearsal's database with those that it began with; empty if nothing changed. */
export async function rehearsedRows(copyId: string): Promise<ComparedTable[]> {
  const span = await spanOf(copyId);
  if (!span) return [];
  const tables = await compareMoments(copyId, {
    ...{ from: span.base + 1, until: span.last },
    ...{ maxRows: MAX_SHOWN, isLiteral: false, isWhole: false },
  });
  return tables.filter((one) => one.isReshaped || one.added + one.changed + one.removed > 0);
}

/** Whether an agent's database changed since a rehearsal copied it. */
export const isDatabaseChanged = async (agentId: string, change: number | null): Promise<boolean> =>
  ((await lastChange(agentId)) ?? 0) !== (change ?? 0);

/** Returns the mark of a change of the database that begins now. With it, `findBegun` finds the change after a crash. */
export const beginChange = async (agentId: string): Promise<BegunChange> => ({
  after: (await lastChange(agentId)) ?? 0,
  at: Date.now(),
});

/** Returns the numbers of the changes after a mark, or null. */
export async function findBegun(
  agentId: string,
  { after, at }: BegunChange,
  { author, cause }: WrittenBy,
): Promise<TakenChanges | null> {
  if (changedAt(agentId) === null) return null;
  const own = JSON.stringify([author, cause]);
  const changes = (await changesAfter(agentId, after)).filter(({ by, ...change }) =>
    by === null ? change.at < at + MAX_PUT_MS : JSON.stringify([by.author, by.cause]) === own,
  );
  const [first, last] = [changes[0], changes.at(-1)];
  return first && last ? { from: first.number, to: last.number } : null;
}

/**
 * Makes the changes of a rehearsal's database in the agent's own: all tables if nothing else changed since, else only the
 * rows. Throws `conflict` if one of them changed, too. Returns the numbers of the changes, to undo them; null if there is
 * nothing to change.
 */
export async function takeDatabase(
  agentId: string,
  copyId: string,
  { change, begun }: { change: number | null; begun: BegunChange },
  by: WrittenBy,
): Promise<TakenChanges | null> {
  const span = await spanOf(copyId);
  if (!span) return null;
  const before = begun.after;
  if (before !== (change ?? 0))
    await undoRows(agentId, { of: copyId, from: span.base + 1, to: span.last, isRedone: true }, by);
  else {
    const { change: _, ...copy } = await copyOfMoment(copyId, span.last);
    await putDatabase(agentId, copy, by, before > 0 ? { after: before } : {});
  }
  return findBegun(agentId, begun, by);
}

/** Undoes accepted changes: all tables if nothing else changed since, else only the rows. Throws `conflict`. */
export async function undoTaken(agentId: string, { from, to }: TakenChanges, by: WrittenBy): Promise<void> {
  if ((await lastChange(agentId)) !== to) return undoRows(agentId, { from, to, isRedone: false }, by);
  const { change: _, ...copy } = await copyOfMoment(agentId, from - 1);
  await putDatabase(agentId, copy, by, { after: to });
}

async function lastChange(agentId: string): Promise<number | null> {
  if (changedAt(agentId) === null) return null;
  return (await momentOf(agentId, { at: Date.now() }))?.now.number ?? null;
}

const changesAfter = (agentId: string, after: number) =>
  databaseOf(agentId).exclusive(
    (ask) => ask<{ op: "changes"; after: number }>({ op: "changes", after }),
    SQL_LIMITS.ms,
  );
