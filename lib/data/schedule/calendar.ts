import type { ScheduleView } from "@/lib/shared/jobs/contract";
import { SPECS } from "@/lib/shared/jobs/fields";
import { JOB_KINDS } from "@/lib/shared/jobs/kinds";
import { listRunsBetween } from "@/lib/store/agents/job-runs";
import { type Job, listJobs } from "@/lib/store/agents/jobs";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { nextRun } from "./cron";
import { nextPulse } from "./pulse";

const MAX_RUNS = 2_000;
/** Maximum due times of one job. A job that runs every five minutes has 2,016 in a week. */
const MAX_DUE = 2_100;

export async function readScheduleCalendar(agentId: string, from: Date, to: Date): Promise<ScheduleView> {
  const [jobs, settings, past] = await Promise.all([
    listJobs(agentId, JOB_KINDS),
    readSettings(agentId),
    listRunsBetween(agentId, from.toISOString(), to.toISOString(), MAX_RUNS),
  ]);
  const since = new Date(Math.max(from.getTime(), Date.now()) - 1);
  const timeZone = timeZoneOf(settings);
  const timesCache = new Map<string, string[]>();
  const due = jobs
    .filter(({ enabled }) => enabled)
    .map((job) => dueOf(job, { timeZone, since, to, timesCache }));
  return {
    runs: past.runs,
    due: due.flat().sort((a, b) => (a.at < b.at ? -1 : 1)),
    isCut: past.isCut || due.some(({ length }) => length === MAX_DUE),
  };
}

type Span = {
  timeZone: string;
  since: Date;
  to: Date;
  timesCache: Map<string, string[]>;
};

function dueOf(job: Job, span: Span): ScheduleView["due"] {
  const key = JSON.stringify([
    job.kind,
    job.spec,
    job.kind === "cron" || job.kind === "pulse" || job.nextRunAt,
  ]);
  const times = span.timesCache.get(key) ?? timesOf(job, span);
  span.timesCache.set(key, times);
  return times.map((at) => ({ jobId: job.id, kind: job.kind, name: job.name, at }));
}

function timesOf(job: Job, { timeZone, since, to }: Span): string[] {
  const next = nextOf(job, timeZone);
  const times: string[] = [];
  for (let at = next(since); at && at < to && times.length < MAX_DUE; at = next(at))
    times.push(at.toISOString());
  return times;
}

function nextOf(job: Job, timeZone: string): (after: Date) => Date | null {
  if (job.kind === "cron") {
    const spec = SPECS.cron.parse(job.spec);
    return (after) => nextRun(spec, after);
  }
  if (job.kind === "pulse") {
    const spec = SPECS.pulse.parse(job.spec);
    return (after) => nextPulse(spec, timeZone, after);
  }
  const { nextRunAt } = job;
  return (after) => (nextRunAt && Date.parse(nextRunAt) > after.getTime() ? new Date(nextRunAt) : null);
}
