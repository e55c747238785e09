import { dueCalendarsJob, syncCalendarJob } from "./calendars";
import { cleanup } from "./cleanup";
import { consolidationJob } from "./consolidation";
import type { BackgroundJob } from "./define";
import { readFoldersJob } from "./folders";
import { historyImportJob } from "./history-imports";
import { fileTextsJob, indexJob } from "./indexing";
import { inspectionJob } from "./inspection";
import { settleRunsJob, startRunJob } from "./job-run";
import { settleMailsJob } from "./mail";
import { notifyWaitingJob, pushJob } from "./notifications";
import { endSessionsJob } from "./sessions";
import { trialJob } from "./trials";
import { watchTablesJob } from "./watch";

/** All background jobs, in the order of the queue page. */
export const backgroundJobs: readonly BackgroundJob[] = [
  startRunJob,
  settleRunsJob,
  watchTablesJob,
  notifyWaitingJob,
  pushJob,
  readFoldersJob,
  indexJob,
  fileTextsJob,
  endSessionsJob,
  settleMailsJob,
  consolidationJob,
  inspectionJob,
  trialJob,
  historyImportJob,
  syncCalendarJob,
  dueCalendarsJob,
  ...cleanup,
];
