import { cleanup } from "./cleanup";
import { consolidating } from "./consolidation";
import type { BackgroundJob } from "./define";
import { firing, settling } from "./firing";
import { indexing } from "./indexing";
import { dividing } from "./sessions";
import { pushing, telling } from "./telling";
import { watching } from "./watch";

/** All background jobs, in the order of the queue page. */
export const backgroundJobs: readonly BackgroundJob[] = [
  firing,
  settling,
  watching,
  telling,
  pushing,
  indexing,
  dividing,
  consolidating,
  ...cleanup,
];
