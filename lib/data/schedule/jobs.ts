import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import type { JobView } from "@/lib/shared/jobs/contract";
import { type JobChange, type JobContent, MAX_JOBS, type NewJob } from "@/lib/shared/jobs/fields";
import * as store from "@/lib/store/agents/jobs";
import { readSettings, type Settings, timeZoneOf } from "@/lib/store/agents/settings";
import type { By } from "@/lib/store/revisions";
import { assertRare, nextRun, threeFrom } from "./cron";
import { jobPlanOf } from "./plan";

type Cron = Extract<JobContent, { kind: "cron" }>;

const QUOTA = { kinds: ["cron"], max: MAX_JOBS, what: "jobs" } as const;

export async function listCronJobs(agentId: string): Promise<JobView[]> {
  return (await store.listJobs(agentId, ["cron"])).map(toView);
}

export const readCronJob = async (agentId: string, id: string): Promise<JobView> =>
  toView(await find(agentId, id));

/**
 * Throws if the job does not exist or its times are not allowed. Without `id`, checks the times of a new job.
 */
export async function assertJob(
  agentId: string,
  id: string | undefined,
  { cronExpression, timeZone }: Pick<JobChange, "cronExpression" | "timeZone">,
): Promise<void> {
  const before = id === undefined ? undefined : await find(agentId, id);
  if (cronExpression === undefined && timeZone === undefined) return;
  const settings = await readSettings(agentId);
  const spec = before?.spec ?? { cronExpression: "", timeZone: timeZoneOf(settings), catchUp: "one" };
  assertAllowed({ ...spec, ...definedFields({ cronExpression, timeZone }) }, settings);
}

export async function createJob(
  agentId: string,
  { name, instruction, cronExpression, timeZone, enabled, catchUp = "one" }: NewJob,
  by: By,
): Promise<JobView> {
  const settings = await readSettings(agentId);
  const spec = { cronExpression, timeZone: timeZone ?? timeZoneOf(settings), catchUp };
  assertAllowed(spec, settings);
  const id = randomUUID();
  const content = { kind: "cron", name, instruction, spec } as const;
  await store.saveJob(agentId, id, { content, by, plan: jobPlanOf, enabled, quota: QUOTA });
  return readCronJob(agentId, id);
}

export async function updateJob(
  agentId: string,
  id: string,
  { name, instruction, enabled, ...spec }: JobChange,
  by: By,
): Promise<JobView> {
  const before = await find(agentId, id);
  const content = {
    kind: "cron",
    name: name ?? before.name,
    instruction: instruction ?? before.instruction,
    spec: { ...before.spec, ...definedFields(spec) },
  } as const;
  if (spec.cronExpression !== undefined || spec.timeZone !== undefined)
    assertAllowed(content.spec, await readSettings(agentId));
  const isSame = JSON.stringify(content) === JSON.stringify(contentOf(before));
  if (!isSame) await store.saveJob(agentId, id, { content, by, plan: jobPlanOf, enabled });
  else if (enabled !== undefined) await switchJob(before, enabled);
  return readCronJob(agentId, id);
}

export async function toggleJob(agentId: string, id: string): Promise<JobView> {
  const job = await find(agentId, id);
  await switchJob(job, !job.enabled);
  return readCronJob(agentId, id);
}

export async function deleteCronJob(agentId: string, id: string, by: By): Promise<void> {
  await find(agentId, id);
  await store.removeJob(agentId, id, by);
}

const switchJob = (job: CronJob, enabled: boolean) =>
  store.enableJob(job.agentId, job.id, enabled, enabled ? jobPlanOf(contentOf(job), job).nextRunAt : null);

type CronJob = store.Job & Pick<Cron, "kind" | "spec">;

async function find(agentId: string, id: string): Promise<CronJob> {
  const job = await store.readJob(agentId, id);
  if (job && isCron(job)) return job;
  throw new AppError("not_found", `There is no job ${id}. List them to see their ids.`);
}

const isCron = (job: store.Job): job is CronJob => job.kind === "cron";

const contentOf = ({ name, instruction, spec }: CronJob): Cron => ({ kind: "cron", name, instruction, spec });

function assertAllowed(spec: Cron["spec"], settings: Settings): void {
  const now = new Date();
  if (!nextRun(spec, now))
    throw new AppError("invalid", `cron_expression "${spec.cronExpression}" never runs again.`, {
      details: { field: "cronExpression" },
    });
  if (!settings.general.allowFrequent) assertRare(spec, now);
}

function toView(job: store.Job): JobView {
  if (!isCron(job)) throw new Error(`A ${job.kind} is not a cron job`);
  const { cronExpression, timeZone, catchUp } = job.spec;
  return {
    ...common(job),
    cronExpression,
    timeZone,
    catchUp,
    nextRuns: [...comingOf(job)],
  };
}

/** Returns the next runs. For a disabled job, returns when it would run. */
function comingOf({ spec, nextRunAt }: CronJob): readonly string[] {
  const first = nextRunAt ?? nextRun(spec, new Date())?.toISOString();
  return first ? threeFrom(spec, first) : [];
}

export const common = (job: store.Job) => ({
  id: job.id,
  name: job.name,
  instruction: job.instruction,
  enabled: job.enabled,
  chatId: job.conversationId,
  nextRunAt: job.nextRunAt,
  lastRunAt: job.lastRunAt,
  lastStatus: job.lastStatus,
  failures: job.failures,
  createdAt: job.createdAt,
});

export const definedFields = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]-?: NonNullable<T[K]>;
  };
