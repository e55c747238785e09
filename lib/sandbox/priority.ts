import { readdirSync } from "node:fs";
import { setPriority } from "node:os";

const LOW = 10;

/**
 * Code that computes for long steps aside for everything else on the machine: other calls, the server, the database. On
 * Linux a priority is a thread's, and an isolate has a thread of its own; elsewhere it is the process's. It never gets it back.
 */
export function stepAside(pid: number): void {
  for (const thread of threads(pid)) {
    try {
      setPriority(thread, LOW);
    } catch {
      // It has ended.
    }
  }
}

function threads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
