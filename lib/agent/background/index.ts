import { cleanup } from "./cleanup";
import { consolidationJob } from "./consolidation";
import type { BackgroundJob } from "./define";
import { settleRunsJob, startRunJob } from "./firing";
import { indexJob } from "./indexing";
import { endSessionsJob } from "./sessions";
import { notifyWaitingJob, pushJob } from "./telling";
import { watchTablesJob } from "./watch";

/** All background jobs, in the order of the queue page. */
export const backgroundJobs: readonly BackgroundJob[] = [
  startRunJob,
  settleRunsJob,
  watchTablesJob,
  notifyWaitingJob,
  pushJob,
  indexJob,
  endSessionsJob,
  consolidationJob,
  ...cleanup,
];
