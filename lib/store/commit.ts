import { randomUUID } from "node:crypto";
import type { ISql, Sql } from "postgres";
import { singleton } from "@/lib/ground/base/process";
import { endClient, newClient, relaxedSql } from "./db";

/*
 * Waiting for a commit to reach the disk would delay a model call by a millisecond or more. `commitAhead`
 * commits without waiting, and `isOnDisk` waits in parallel with the next work. The caller awaits it before
 * it acknowledges a message or shows the result of a step. If Postgres crashes in between, commits that had
 * not reached the disk are lost, and Postgres may have restarted before any server notices. A crash ends all
 * sessions. Therefore one session, the witness, is opened and gets a random mark before the first such
 * commit. As long as a session with that mark answers, Postgres has not crashed.
 */

type Commits = {
  witness: Sql;
  /** Number of witness sessions lost so far. Commits made before the loss of a session may be lost, too. */
  life: number;
  /** Mark of the witness's session; null while there is no witness. */
  mark: string | null;
  marking: Promise<void> | null;
  /** Number of commits made ahead. */
  made: number;
  flushed: number;
  flushing: Promise<void> | null;
};

const commits = () =>
  singleton(
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

/**
 * Returns the number of witness sessions lost so far. Read it before `commitAhead` and pass it to `isOnDisk`.
 */
export const databaseLife = (): number => commits().life;

/** Runs a statement whose commit is visible at once but on disk only after `isOnDisk` returns true. */
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
    // Count failed statements, too: after a broken connection the commit may still have happened.
    state.made += 1;
  }
}

/**
 * Waits until everything that was committed ahead before this call is on disk. `life` is the result of
 * `databaseLife` before the commit. Returns false if a witness session was lost since, because the database
 * crashed or the connection broke: the commits may then be lost. Rejects if the database is unreachable.
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

/** Postgres writes its WAL in order, so flushing one small record flushes everything before it. */
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
