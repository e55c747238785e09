import { statSync } from "node:fs";
import { databaseFileOf } from "./folder";

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
  const [main, log] = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs);
  return main === undefined ? null : Math.ceil(Math.max(main, log ?? 0));
}
