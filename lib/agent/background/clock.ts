import { dueSlotsOf } from "@/lib/data/schedule/plan";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { claimDue, msUntilDue } from "@/lib/store/agents/due-jobs";
import { listStaleRuns } from "@/lib/store/agents/firings";
import { subscribe } from "@/lib/store/bus";
import { enqueueJobRuns } from "./job-run";

/** Maximum delay between two checks, because notices can be lost and clocks can be changed. */
const MAX_SLEEP_MS = 10_000;
/**
 * A job run that was queued for this long without starting is queued again. Its server may have died, and the
 * queue can take 30 s to notice. A job run starts at most once in any case.
 */
const STRANDED_MS = 15_000;

/** Claims job runs when they are due. Every server runs a clock, and each job run is claimed by one of them. */
export const startClock = () =>
  singleton(
    "clock",
    () => {
      let timer: NodeJS.Timeout | undefined;
      let working: Promise<void> | null = null;
      let isOver = false;
      let isWanted = false;
      const look = async () => {
        let sleepMs = MAX_SLEEP_MS;
        try {
          await tick();
          const ms = await msUntilDue();
          if (ms !== null) sleepMs = Math.max(0, Math.min(MAX_SLEEP_MS, Math.ceil(ms)));
        } catch (error) {
          log.warn("Due jobs could not be claimed", error);
        }
        working = null;
        if (isOver) return;
        if (isWanted) return wake();
        timer = setTimeout(wake, sleepMs);
      };
      const wake = () => {
        clearTimeout(timer);
        isWanted = working !== null;
        if (!isOver) working ??= look();
      };
      const unsubscribe = subscribe((notice) => {
        if (notice.type === "jobs" || notice.type === "gap") wake();
      });
      wake();
      return {
        stop: async () => {
          isOver = true;
          unsubscribe();
          clearTimeout(timer);
          await working;
        },
      };
    },
    ({ stop }) => stop(),
  );

export async function tick(at: Date | null = null): Promise<void> {
  while ((await claimDue(dueSlotsOf, (tx, jobRuns) => enqueueJobRuns(jobRuns, tx), at)) > 0);
  const stranded = await listStaleRuns(STRANDED_MS);
  if (stranded.length > 0) await enqueueJobRuns(stranded);
}
