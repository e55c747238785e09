import { monitorEventLoopDelay } from "node:perf_hooks";
import { backgroundJobs } from "@/lib/agent/background/index";
import { readQueues } from "@/lib/agent/background/queue";
import { liveRuns } from "@/lib/agent/loop/live";
import { singleton } from "@/lib/ground/base/process";
import { sql } from "@/lib/store/db";

const NANOSECONDS = 1e9;

const eventLoopDelay = () =>
  singleton(
    "event-loop-delay",
    () => {
      const histogram = monitorEventLoopDelay();
      histogram.enable();
      return histogram;
    },
    (histogram) => histogram.disable(),
  );

/** Returns the load of this server and its database. Times are in seconds, memory in bytes. */
export async function readLoad() {
  const delay = eventLoopDelay();
  const [queues, connections] = await Promise.all([
    readQueues(backgroundJobs),
    sql()<{ state: string; count: number }[]>`
      select coalesce(state, 'unknown') as state, count(*)::int as count from pg_stat_activity
      where datname = current_database() group by 1 order by 1`,
  ]);
  const { rss, heapUsed, external } = process.memoryUsage();
  const load = {
    runs: liveRuns().size,
    // Node measures the intervals between ticks of a timer, so a delay includes the timer's resolution. Before the
    // first tick, the mean is NaN.
    eventLoopDelay: {
      mean: seconds(delay.mean),
      p99: seconds(delay.percentile(99)),
      max: seconds(delay.max),
    },
    queues: queues.map(({ name, waiting, active, failed }) => ({ name, waiting, active, failed })),
    connections: [...connections],
    memory: { rss, heapUsed, external },
  };
  // Reset, so that each reading covers the time since the previous one.
  delay.reset();
  return load;
}

const seconds = (nanoseconds: number) =>
  Number.isFinite(nanoseconds) && nanoseconds < Number.MAX_SAFE_INTEGER ? nanoseconds / NANOSECONDS : 0;
