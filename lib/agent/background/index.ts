import { dueCalendarsJob, syncCalendarJob } from "./calendars";
import { cleanup } from "./cleanup";
import { consolidationJob } from "./consolidation";
import type { BackgroundJob } from "./define";
import { indexJob } from "./indexing";
import { settleRunsJob, startRunJob } from "./job-run";
import { notifyWaitingJob, pushJob } from "./notifications";
import { endSessionsJob } from "./sessions";
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
  syncCalendarJob,
  dueCalendarsJob,
  ...cleanup,
];
