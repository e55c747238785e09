import * as z from "zod/mini";
import { JOB_KINDS } from "./kinds";

/* Responses of the routes of jobs, triggers and the pulse. Times are ISO times, money is US dollars. */

export const JOB_RUN_STATUSES = [
  "queued",
  "running",
  "waiting",
  "completed",
  "failed",
  "skipped",
  "missed",
] as const;
export const jobRunStatus = z.enum(JOB_RUN_STATUSES);
export type JobRunStatus = z.infer<typeof jobRunStatus>;

const common = z.object({
  id: z.string(),
  name: z.string(),
  instruction: z.string(),
  enabled: z.boolean(),
  /** Conversation of the job runs. If it was deleted, null until the next job run. */
  chatId: z.nullable(z.string()),
  nextRunAt: z.nullable(z.string()),
  lastRunAt: z.nullable(z.string()),
  lastStatus: z.nullable(jobRunStatus),
  failures: z.number(),
  createdAt: z.string(),
});

/** Handling of due times missed while no server ran: `one` runs the last of them, `none` skips all. */
export const CATCH_UP = ["one", "none"] as const;

export const jobView = z.extend(common, {
  cronExpression: z.string(),
  /** IANA name of the time zone. */
  timeZone: z.string(),
  catchUp: z.enum(CATCH_UP),
  nextRuns: z.array(z.string()),
});
export type JobView = z.infer<typeof jobView>;
export const jobList = z.object({ jobs: z.array(jobView) });
export const jobAnswer = z.object({ job: jobView });

export const TRIGGER_KINDS = ["once", "webhook", "mail", "table", "state"] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

export const triggerView = z.extend(common, {
  kind: z.enum(TRIGGER_KINDS),
  /** Only for `once`: the time of the job run. */
  at: z.optional(z.string()),
  /** Only for `webhook`: the URL that fires it. */
  url: z.optional(z.string()),
  /** Only for `mail`: the address or domain of the sender. */
  from: z.optional(z.string()),
  /** Only for `mail`: words that the subject has; absent for any. */
  subject: z.optional(z.string()),
  /** Only for `mail`: the folder; absent for all that the agent may read. */
  folder: z.optional(z.string()),
  /** Only for `table`. The condition holds when the query returns a row. */
  sql: z.optional(z.string()),
  /** Only for `state`: the state key that the job watches. */
  key: z.optional(z.string()),
});
export type TriggerView = z.infer<typeof triggerView>;
export const triggerList = z.object({ triggers: z.array(triggerView) });
export const triggerAnswer = z.object({ trigger: triggerView });

export const PULSES_PER_DAY = [48, 24, 12, 6, 2] as const;

export const quietHours = z.object({ start: z.string(), end: z.string() });
export type QuietHours = z.infer<typeof quietHours>;

export const pulseView = z.object({
  enabled: z.boolean(),
  /** Days of the week on which the pulse runs; 0 is Sunday. */
  activeDays: z.array(z.number()),
  pulsesPerDay: z.number(),
  /** Times of day as "HH:MM". A range whose end is before its start spans midnight. */
  quietHours: z.array(quietHours),
  notes: z.string(),
  timeZone: z.string(),
  chatId: z.nullable(z.string()),
  firedToday: z.number(),
  /** Number of pulses still due today. */
  remaining: z.number(),
  nextPulseAt: z.nullable(z.string()),
  lastPulseAt: z.nullable(z.string()),
  intervalMinutes: z.number(),
});
export type PulseView = z.infer<typeof pulseView>;
export const pulseAnswer = z.object({ pulse: pulseView });

export const jobRunView = z.object({
  id: z.string(),
  jobId: z.string(),
  kind: z.enum(JOB_KINDS),
  /** Name of the job; null if it was deleted. */
  name: z.nullable(z.string()),
  dueAt: z.string(),
  status: jobRunStatus,
  reason: z.nullable(z.string()),
  conversationId: z.nullable(z.string()),
  runId: z.nullable(z.string()),
  /** Cost in US dollars; null if unknown. */
  cost: z.nullable(z.number()),
  tokens: z.nullable(z.number()),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
});
export type JobRunView = z.infer<typeof jobRunView>;
export const jobRunList = z.object({ runs: z.array(jobRunView), nextCursor: z.optional(z.string()) });

/**
 * Response of `GET /api/schedule?from=&to=`: past job runs and future due times in a range. Webhooks, mails,
 * tables and state keys have no due times, because they fire on events.
 */
export const scheduleView = z.object({
  runs: z.array(jobRunView),
  due: z.array(z.object({ jobId: z.string(), kind: z.enum(JOB_KINDS), name: z.string(), at: z.string() })),
  isCut: z.boolean(),
});
export type ScheduleView = z.infer<typeof scheduleView>;

/** Response of `GET /api/jobs/preview?cronExpression=&timeZone=`. */
export const cronPreview = z.object({
  cronExpression: z.string(),
  timeZone: z.string(),
  nextRuns: z.array(z.string()),
});
