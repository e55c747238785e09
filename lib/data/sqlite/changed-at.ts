import { statSync } from "node:fs";
import { databaseFileOf } from "./folder";

/** A file's time may be so much earlier than its writing: systems look at the clock only now and then. */
export const CLOCK_MS = 10;

/**
 * When an agent's database was written last, in milliseconds; null where there is none. Where what lay in its log was put into
 * the file meanwhile, a little later than that.
 */
export function changedAt(agentId: string): number | null {
  const file = databaseFileOf(agentId);
  const [main, log] = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs);
  return main === undefined ? null : Math.ceil(Math.max(main, log ?? 0));
}
