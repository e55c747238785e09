import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { relaxedSql } from "./db";

/** Statements, each with the maximum number of changes until it runs again. */
const ANALYZE = {
  documents: { run: () => relaxedSql()`analyze documents`, maxChanges: 10_000 },
  conversations: { run: () => relaxedSql()`analyze conversations, messages`, maxChanges: 100_000 },
};
const FIRST_CHANGES = 1_000;

/**
 * Analyzes tables after many changes. Without statistics the planner scans whole tables, also in statements that it prepared
 * while a table was empty, and autovacuum analyzes only once a minute.
 */
export function analyzeSometimes(name: keyof typeof ANALYZE, changed: number): void {
  const { run, maxChanges } = ANALYZE[name];
  const state = singleton(`${name}.analyzed`, () => ({ changed: 0, after: FIRST_CHANGES }));
  state.changed += changed;
  if (state.changed < state.after) return;
  // Double the interval, because each change matters less as the table grows.
  Object.assign(state, { changed: 0, after: Math.min(state.after * 2, maxChanges) });
  run().catch((error) => log.warn("Tables could not be analyzed", error, { tables: name }));
}
