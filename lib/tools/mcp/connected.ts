import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "./connection";

const POLL_MS = 50;
/** Statuses in which Easel may still connect to the server without an action of the user. */
const MAY_CONNECT: ReadonlySet<string> = new Set(["connecting", "failed", "lost"]);

/**
 * Resolves when the server is connected or only the user can connect it, but at most `withinMs` after this
 * process began to connect. Later calls do not wait, so an unreachable server delays runs only after a restart.
 */
export async function connectedWithin(
  connection: Pick<Connection, "status" | "begunAt">,
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (MAY_CONNECT.has(connection.status)) {
    const left = connection.begunAt + withinMs - performance.now();
    if (left <= 0) return;
    await delay(Math.min(left, POLL_MS), undefined, { signal });
  }
}
