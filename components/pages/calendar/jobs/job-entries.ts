import { t } from "@/lib/shared/i18n/en/calendarJobs";
import type { JobRunStatus, ScheduleView } from "@/lib/shared/jobs/contract";
import type { JobKind } from "@/lib/shared/jobs/kinds";
import { CHECK_INS, hrefOf } from "../calendar-url";
import { dayOf, formatCost, RUN_STATUS_LABELS, titleOfJob } from "./labels";

/**
 * Maximum number of runs of a job that are shown separately on one day. If there are more, all of them become
 * one entry.
 */
export const MAX_APART = 3;

export type EntryStatus = JobRunStatus | "due";

export type JobEntry = {
  id: string;
  jobId: string;
  kind: JobKind;
  name: string;
  /** Time of a single run, or the day if the entry combines several runs. */
  at: string;
  status: EntryStatus;
  count: number;
  /** Details for tooltips and screen readers: status, reason and cost. */
  about: string;
  href: string;
};

type JobRun = {
  id: string;
  jobId: string;
  kind: JobKind;
  name: string;
  at: string;
  status: EntryStatus;
  reason: string | null;
  cost: number | null;
  conversationId: string | null;
  /** The job was deleted. */
  isGone: boolean;
};

/**
 * Returns the calendar's entries for past and due runs. Combines many runs of one job on the same day of
 * `timeZone` into one entry.
 */
export function jobEntriesOf({ runs, due }: ScheduleView, timeZone: string): JobEntry[] {
  const jobRuns: JobRun[] = [
    ...runs.map(({ dueAt, ...run }) => ({
      ...run,
      at: dueAt,
      name: titleOfJob(run),
      isGone: run.name === null,
    })),
    ...due.map((one) => ({
      ...one,
      name: titleOfJob(one),
      isGone: false,
      id: `${one.jobId} ${one.at}`,
      status: "due" as const,
      reason: null,
      cost: null,
      conversationId: null,
    })),
  ];
  const groups = Map.groupBy(jobRuns, ({ jobId, at }) => `${jobId} ${dayOf(at, timeZone)}`);
  return [...groups.values()]
    .flatMap((group) => (group.length > MAX_APART ? [mergeDay(group, timeZone)] : group.map(alone)))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

const placeOf = ({ kind, jobId }: Pick<JobRun, "kind" | "jobId">): string =>
  hrefOf({ at: "jobs", id: kind === "pulse" ? CHECK_INS : jobId });

/** A run that did not succeed opens its job, which shows the reason. All other runs open their conversation. */
const linkOf = ({ status, conversationId, isGone, ...job }: JobRun): string => {
  const isExplained = status === "failed" || status === "skipped" || status === "missed";
  return conversationId && (isGone || !isExplained) ? `/chat/${conversationId}` : placeOf(job);
};

const alone = (run: JobRun): JobEntry => {
  const { id, jobId, kind, name, at, status, reason, cost } = run;
  return {
    ...{ id, jobId, kind, name, at, status, count: 1, href: linkOf(run) },
    about: [statusLabel(status), reason, formatCost(cost)].filter(Boolean).join(", "),
  };
};

const BY_IMPORTANCE: readonly EntryStatus[] = [
  ...(["waiting", "failed", "running", "queued", "due", "completed"] as const),
  ...(["missed", "skipped"] as const),
];

function mergeDay(group: JobRun[], timeZone: string): JobEntry {
  const [first] = group as [JobRun, ...JobRun[]];
  const counts = BY_IMPORTANCE.map((status) => ({
    status,
    count: group.filter((one) => one.status === status).length,
  })).filter(({ count }) => count > 0);
  const costs = group.flatMap(({ cost }) => cost ?? []);
  const tally = counts.map(({ status, count }) => `${count}× ${statusLabel(status)}`);
  const cost = costs.length > 0 ? formatCost(costs.reduce((sum, one) => sum + one, 0)) : null;
  const { jobId, kind, name } = first;
  return {
    ...{ jobId, kind, name, count: group.length },
    id: `${jobId} ${dayOf(first.at, timeZone)}`,
    at: dayOf(first.at, timeZone),
    status: counts[0]?.status ?? "due",
    about: [...tally, cost].filter(Boolean).join(", "),
    href: placeOf(first),
  };
}

const statusLabel = (status: EntryStatus): string =>
  status === "due" ? t("due") : RUN_STATUS_LABELS[status];
