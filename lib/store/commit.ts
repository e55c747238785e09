import type { ISql } from "postgres";
import { owned } from "@/lib/base/process";
import { relaxedSql, sql } from "./db";

/*
 * A commit that waits for the disk costs a model call a millisecond or more before it is even asked. These statements
 * commit without that wait, and the wait runs beside what comes next: `onDisk` is awaited before anybody hears that
 * something was taken, or sees what a step has brought.
 */

type Commits = {
  /** How many were made, and how many of them are surely on disk. */
  made: number;
  flushed: number;
  flushing: Promise<void> | null;
};

const commits = () => owned("commits", (): Commits => ({ made: 0, flushed: 0, flushing: null }));

/** Runs a statement that is committed at once for everybody who reads, and on disk only when `onDisk` resolves. */
export async function commitAhead<T>(statement: (on: ISql) => Promise<T>): Promise<T> {
  const state = commits();
  try {
    return await statement(relaxedSql());
  } finally {
    // Also where it failed: a connection that broke does not tell what became of it.
    state.made += 1;
  }
}

/**
 * Resolves when all that was committed ahead before this call is on disk. Postgres writes its log in order, so one small
 * record that waits for the disk takes along whatever stands before it. Rejects where the database cannot be reached;
 * what was committed ahead may be lost then.
 */
export async function onDisk(): Promise<void> {
  const state = commits();
  const made = state.made;
  while (state.flushed < made) {
    state.flushing ??= flush(state).finally(() => {
      state.flushing = null;
    });
    await state.flushing;
  }
}

async function flush(state: Commits): Promise<void> {
  const made = state.made;
  await sql()`select pg_logical_emit_message(true, 'easel', '')`;
  state.flushed = made;
}
