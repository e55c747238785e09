import { randomUUID } from "node:crypto";
import type { ISql, Sql } from "postgres";
import { owned } from "@/lib/ground/base/process";
import { endClient, newClient, relaxedSql } from "./db";

/*
 * A commit that waits for the disk costs a model call a millisecond or more before it is even asked. These statements
 * commit without that wait, and the wait runs beside what comes next: it is awaited before anybody hears that something
 * was taken, or sees what a step has brought.
 *
 * A server that crashes in between takes along what was not on disk, and may be back before anybody asks. All its sessions
 * end with it. So one of them, the witness, is opened and marked before the first of these statements: as long as a
 * session with that mark answers, the server has not crashed since.
 */

type Commits = {
  witness: Sql;
  /** How often a witness was lost: a later one knows nothing of what was committed under it. */
  life: number;
  /** What marks the witness; null where none is there. */
  mark: string | null;
  marking: Promise<void> | null;
  /** How many were made, and how many of them are surely on disk, or lost. */
  made: number;
  flushed: number;
  flushing: Promise<void> | null;
};

const commits = () =>
  owned(
    "commits",
    () => {
      const witness = newClient({ max: 1, max_lifetime: null, onclose: () => lose(state) });
      const state: Commits = {
        ...{ witness, life: 0, mark: null, marking: null },
        ...{ made: 0, flushed: 0, flushing: null },
      };
      return state;
    },
    ({ witness }) => endClient(witness),
  );

/** To be taken before `commitAhead`, and given to `isOnDisk`. */
export const databaseLife = (): number => commits().life;

/** Runs a statement that is committed at once for everybody who reads, and on disk only when `isOnDisk` says so. */
export async function commitAhead<T>(statement: (on: ISql) => Promise<T>): Promise<T> {
  const state = commits();
  while (state.mark === null) {
    state.marking ??= markWitness(state).finally(() => {
      state.marking = null;
    });
    await state.marking;
  }
  try {
    return await statement(relaxedSql());
  } finally {
    // Also where it failed: a connection that broke does not tell what became of it.
    state.made += 1;
  }
}

/**
 * Whether all that was committed ahead in this `life`, before this call, is on disk; false where it may be lost, because the
 * database has crashed, or the witness was cut off. Rejects while the database cannot be reached.
 */
export async function isOnDisk(life: number): Promise<boolean> {
  const state = commits();
  const { made } = state;
  while (state.life === life && state.flushed < made) {
    state.flushing ??= flush(state).finally(() => {
      state.flushing = null;
    });
    await state.flushing;
  }
  return state.life === life;
}

async function markWitness(state: Commits): Promise<void> {
  const mark = randomUUID();
  await state.witness`select set_config('easel.witness', ${mark}, false)`;
  state.mark = mark;
}

/** Postgres writes its log in order, so one small record that waits for the disk takes along whatever stands before it. */
async function flush(state: Commits): Promise<void> {
  const { made } = state;
  const [{ mark } = { mark: null }] = await state.witness<{ mark: string | null }[]>`
    select current_setting('easel.witness', true) as mark, pg_logical_emit_message(true, 'easel', '')`;
  if (mark === null || mark !== state.mark) lose(state);
  state.flushed = made;
}

function lose(state: Commits): void {
  if (state.mark !== null) state.life += 1;
  state.mark = null;
}
