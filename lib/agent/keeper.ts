import { requestLog } from "@/lib/egress/request-log";
import { sweep } from "@/lib/files/sweep";
import { log } from "@/lib/log";
import { owned } from "@/lib/process";
import { subscribe } from "@/lib/store/bus";
import { purgeOld } from "@/lib/store/deletion";
import { events, prune } from "@/lib/store/events";
import { heartbeat, release, takeOver } from "@/lib/store/leases";
import { forgetOldRequests } from "@/lib/store/requests";
import { HEARTBEAT_MS } from "@/lib/store/runs";
import { type LiveRun, liveRuns } from "./live";
import { start } from "./start";

const PRUNE_MS = 30_000;
const PURGE_MS = 600_000;
const SWEEP_MS = 3_600_000;

/** Keeps this server's runs, takes over those of servers that died, and passes on stops. Once a process. */
export const keeper = () =>
  owned(
    "keeper",
    () => {
      // Made before the keeper, so that they are still there when it lets go of the runs.
      requestLog();
      liveRuns();
      events();
      const unsubscribe = subscribe((notice) => {
        if (notice.type === "stop") byRun(notice.run)?.abort.abort("stopped");
      });
      const tasks = [
        repeat(HEARTBEAT_MS, "The leases of runs were not renewed", keep),
        repeat(HEARTBEAT_MS, "Nobody looked for runs of dead servers", recover),
        repeat(PRUNE_MS, "Old chunks were not removed", prune),
        repeat(PURGE_MS, "Deleted conversations were not removed", purgeOld),
        repeat(PURGE_MS, "Old requests were not removed from the audit", forgetOldRequests),
        repeat(SWEEP_MS, "Files that nobody needs were not removed", sweep),
      ];
      return {
        stop: async () => {
          unsubscribe();
          await Promise.all(tasks.map((end) => end()));
          await leave();
        },
      };
    },
    ({ stop }) => stop(),
  );

/** Renews the leases; lets go at once of a run that another server has taken. */
export async function keep(): Promise<void> {
  const runs = [...liveRuns().values()];
  if (runs.length === 0) return;
  const kept = await heartbeat(runs.map(({ runId }) => runId));
  for (const live of runs) if (!kept.has(live.runId)) live.abort.abort("lost");
}

/** Takes up what dead servers left, one by one. */
export async function recover(): Promise<void> {
  for (const run of await takeOver()) {
    const before = liveRuns().get(run.conversationId);
    // This server itself was silent for too long; what it still does for the run no longer counts.
    before?.abort.abort("lost");
    await before?.settled;
    log.info("A run is taken up again", undefined, { run: run.id, attempt: run.attempt });
    const live = start(run);
    if (run.stopRequested) live.abort.abort("stopped");
  }
}

/** Lets go of everything that runs here, so that another server goes on with it. */
async function leave(): Promise<void> {
  const runs = [...liveRuns().values()];
  for (const live of runs) live.abort.abort("shutdown");
  await Promise.all(runs.map((live) => live.settled));
  if (runs.length > 0) await release();
}

const byRun = (id: string): LiveRun | undefined => [...liveRuns().values()].find(({ runId }) => runId === id);

/** Repeats `task`, never two at once; returns how to end it, which waits for the one under way. */
function repeat(everyMs: number, failure: string, task: () => Promise<void>): () => Promise<void> {
  let over = false;
  let timer: NodeJS.Timeout;
  let current = Promise.resolve();
  const again = () => {
    current = task()
      .catch((error) => log.warn(failure, error))
      .then(() => {
        if (!over) timer = setTimeout(again, everyMs);
      });
  };
  timer = setTimeout(again, 0);
  return () => {
    over = true;
    clearTimeout(timer);
    return current;
  };
}
