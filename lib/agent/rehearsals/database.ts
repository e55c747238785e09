import { beginChange, findBegun, takeDatabase, undoTaken } from "@/lib/data/sqlite/rehearsed";
import { ROWS } from "@/lib/shared/data/row-changes";
import { isAppError } from "@/lib/shared/errors";
import type { AcceptedItem, TakenChanges } from "@/lib/shared/rehearsals";
import { type Rehearsal, setAccepted, setBegun, setUndoBegun } from "@/lib/store/agents/rehearsals";
import { sql } from "@/lib/store/db";
import type { Sourced } from "./detail";

/*
 * The database of an agent and its other items are not in one transaction. So a mark is stored before the database is
 * changed, by which the change is found after a crash.
 */

export const DATABASE = { kind: "database", name: ROWS, before: null, written: null } as const;

export const causeOf = ({ id, title }: Pick<Rehearsal, "id" | "title">) => ({ rehearsed: { id, title } });
const taking = (rehearsal: Rehearsal) => ({ author: "person", cause: causeOf(rehearsal) }) as const;
const undoing = (rehearsal: Rehearsal) => ({ author: "restore", cause: causeOf(rehearsal) }) as const;

/** Returns the changes of an accept that crashed after it changed the database, or null. */
export async function findTaken(rehearsal: Sourced): Promise<TakenChanges | null> {
  const { sourceId, accepted, acceptedAt } = rehearsal;
  const begun = acceptedAt === null ? accepted?.find(({ begun }) => begun)?.begun : undefined;
  return begun ? findBegun(sourceId, begun, taking(rehearsal)) : null;
}

export async function takeDatabaseOf(rehearsal: Sourced): Promise<TakenChanges | null> {
  const { id, sourceId, databaseChange: change } = rehearsal;
  const begun = await beginChange(sourceId);
  await setBegun(id, { ...DATABASE, begun });
  return takeDatabase(sourceId, id, { change, begun }, taking(rehearsal));
}

/**
 * Puts the database back as it was before an accept that did not end. If rows changed since, the rehearsal counts as
 * accepted with the database alone, and the result is false: the user undoes it or restores a moment.
 */
export async function rollBack(rehearsal: Sourced, taken: TakenChanges | null): Promise<boolean> {
  const { id, sourceId } = rehearsal;
  try {
    if (taken) await undoTaken(sourceId, taken, undoing(rehearsal));
    await setBegun(id, null);
    return true;
  } catch (error) {
    if (!taken || !isAppError(error) || error.code !== "conflict") throw error;
    await sql().begin((tx) => setAccepted(tx, id, [{ ...DATABASE, changes: taken }]));
    return false;
  }
}

/** Changes the database back, unless an earlier attempt did so and crashed then. */
export async function undoDatabaseOf(rehearsal: Sourced, accepted: readonly AcceptedItem[]): Promise<void> {
  const { id, sourceId } = rehearsal;
  const item = accepted.find(({ changes }) => changes);
  if (!item?.changes) return;
  const by = undoing(rehearsal);
  if (item.begun && (await findBegun(sourceId, item.begun, by))) return;
  const begun = await beginChange(sourceId);
  await setUndoBegun(
    id,
    accepted.map((one) => (one === item ? { ...one, begun } : one)),
  );
  await undoTaken(sourceId, item.changes, by);
}
