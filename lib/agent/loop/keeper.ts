import type { Equipment } from "@/lib/agent/message/equipment";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { requestLog } from "@/lib/platform/egress/request-log";
import { subscribe } from "@/lib/store/bus";
import { events } from "@/lib/store/events";
import { MAX_GAP_MS, markUnreachable } from "@/lib/store/loop/contact";
import { HEARTBEAT_MS, heartbeat, release, takeOver } from "@/lib/store/loop/leases";
import { presence } from "@/lib/store/loop/presence";
import { type LiveRun, liveRuns } from "./live";
import { startRun } from "./start";
import { tendSubagents } from "./tend-subagents";

/**
 * Renews the leases of this server's runs, takes over runs of dead servers and forwards stops. A process has
 * one keeper.
 */
export const keeper = () =>
  singleton(
    "keeper",
    () => {
      // Create these services before the keeper. They are then closed after it, when it has released the
      // runs.
      presence();
      requestLog();
      liveRuns();
      events();
      const recovery = repeat(HEARTBEAT_MS, "Runs of dead servers could not be resumed", recoverRegularly());
      const unsubscribe = subscribe((notice) => {
        if (notice.type === "stop") byRun(notice.run)?.abort.abort("stopped");
        if (notice.type === "released") recovery.now();
        if (notice.type === "helpers" || notice.type === "gap") tending.now();
      });
      const keeping = repeat(HEARTBEAT_MS, "The leases of runs could not be renewed", keepRuns);
      const tending = repeat(HEARTBEAT_MS, "Subagents could not be reconciled", () => tendSubagents());
      const tasks = [recovery, keeping, tending];
      return {
        /** Resolves when this server has resumed the runs that dead servers left. */
        recovered: recovery.first,
        stop: async () => {
          unsubscribe();
          await Promise.all(tasks.map(({ end }) => end()));
          await releaseRuns();
        },
      };
    },
    ({ stop }) => stop(),
  );

/**
 * Renews the leases of all live runs. Aborts runs that another server has taken, and runs whose stop notice
 * was lost.
 */
export async function keepRuns(): Promise<void> {
  const runs = [...liveRuns().values()];
  if (runs.length === 0) return;
  const stopRequests = await heartbeat(runs.map(({ runId }) => runId));
  for (const live of runs) {
    const stopRequested = stopRequests.get(live.runId);
    if (stopRequested === undefined) live.abort.abort("lost");
    else if (stopRequested) live.abort.abort("stopped");
  }
}

/**
 * Calls `recoverRuns`. After a long gap this machine was suspended, so the other servers on it could not
 * renew their leases either: marks the database as unreachable, so that their runs are not taken over at
 * once.
 */
function recoverRegularly(): () => Promise<void> {
  let lastAt = Date.now();
  return async () => {
    if (Date.now() - lastAt > MAX_GAP_MS) markUnreachable();
    await recoverRuns().finally(() => {
      lastAt = Date.now();
    });
  };
}

export async function recoverRuns(equipment?: Equipment): Promise<void> {
  const live = [...liveRuns().values()].map(({ runId }) => runId);
  for (const run of await takeOver(live)) {
    const before = liveRuns().get(run.conversationId);
    // A run that is taken over may be live here: this server may have started it after `live` was read, and
    // then have been suspended until the lease expired. Only the newer attempt is valid, so abort the earlier
    // one.
    before?.abort.abort("lost");
    await before?.settled;
    log.info("A run is resumed", undefined, { run: run.id, attempt: run.attempt });
    const live = startRun(run, equipment);
    if (run.stopRequested) live.abort.abort("stopped");
  }
}

async function releaseRuns(): Promise<void> {
  const runs = [...liveRuns().values()];
  for (const live of runs) live.abort.abort("shutdown");
  await Promise.all(runs.map((live) => live.settled));
  if (runs.length > 0) await release();
}

const byRun = (id: string): LiveRun | undefined => [...liveRuns().values()].find(({ runId }) => runId === id);

/**
 * Repeats `task` without overlap. `first` resolves after its first run, `end` waits for a run in progress,
 * and `now` skips the delay.
 */
function repeat(everyMs: number, failure: string, task: () => Promise<void>) {
  let over = false;
  let timer: NodeJS.Timeout;
  let current: Promise<void> | null = null;
  let isWanted = false;
  const first = Promise.withResolvers<void>();
  const again = () => {
    isWanted = false;
    current = task()
      .catch((error) => log.warn(failure, error))
      .then(() => {
        current = null;
        first.resolve();
        if (!over) timer = setTimeout(again, isWanted ? 0 : everyMs);
      });
  };
  timer = setTimeout(again, 0);
  return {
    first: first.promise,
    now: () => {
      isWanted = true;
      if (over || current) return;
      clearTimeout(timer);
      timer = setTimeout(again, 0);
    },
    end: async () => {
      over = true;
      clearTimeout(timer);
      await current;
      first.resolve();
    },
  };
}
