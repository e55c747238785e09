import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "./connection";

const POLL_MS = 50;
/** A server with another status is connected, is switched off, or needs the user. */
const MAY_CONNECT: ReadonlySet<string> = new Set(["connecting", "failed", "lost"]);

/**
 * Resolves when a server is connected, when only the user can connect it, or `withinMs` after this process
 * began to connect. Later calls do not wait, so that a server that stays away delays runs only after a
 * restart.
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
