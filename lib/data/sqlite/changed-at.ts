import { statSync } from "node:fs";
import { borrowedFileOf, databaseFileOf } from "./folder";

/**
 * The mtime of a file may be earlier than the write by this much, because systems update their clock for
 * files only at intervals.
 */
export const CLOCK_MS = 10;

/**
 * Returns when an agent's database was last written, in ms, or null if it does not exist. If SQLite later
 * moves the WAL into the file, the time becomes slightly later.
 */
export function changedAt(agentId: string): number | null {
  const file = databaseFileOf(agentId);
  const [main, log, borrowed] = [file, `${file}-wal`, borrowedFileOf(agentId)].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs,
  );
  const times = [main, main && log, borrowed].filter((time) => time !== undefined);
  return times.length === 0 ? null : Math.ceil(Math.max(...times));
}
