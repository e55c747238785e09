import * as z from "zod/mini";
import { JOB_KINDS } from "./kinds";

/** What the routes of jobs, triggers and the pulse send and the browser reads. Times are ISO; money is US dollars. */

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

/** What all that fires has in common. */
const common = z.object({
  id: z.string(),
  name: z.string(),
  instruction: z.string(),
  enabled: z.boolean(),
  /** The conversation in which its firings are messages; null until the first where an earlier one is gone. */
  chatId: z.nullable(z.string()),
  nextRunAt: z.nullable(z.string()),
  lastRunAt: z.nullable(z.string()),
  lastStatus: z.nullable(jobRunStatus),
  /** Firings in a row that failed. */
  failures: z.number(),
  createdAt: z.string(),
});

/** What to do about times that went by while no server ran: the last of them is made up for, or none. */
export const CATCH_UP = ["one", "none"] as const;

/** A cron job. */
export const jobView = z.extend(common, {
  cronExpression: z.string(),
  /** IANA. */
  timeZone: z.string(),
  catchUp: z.enum(CATCH_UP),
  /** The next three times. */
  nextRuns: z.array(z.string()),
});
export type JobView = z.infer<typeof jobView>;
export const jobList = z.object({ jobs: z.array(jobView) });
export const jobAnswer = z.object({ job: jobView });

export const TRIGGER_KINDS = ["once", "webhook", "table", "state"] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

export const triggerView = z.extend(common, {
  kind: z.enum(TRIGGER_KINDS),
  /** Of `once`: when. */
  at: z.optional(z.string()),
  /** Of `webhook`: the address that fires it. */
  url: z.optional(z.string()),
  /** Of `table`: true when it gives a row. */
  sql: z.optional(z.string()),
  /** Of `state`. */
  key: z.optional(z.string()),
});
export type TriggerView = z.infer<typeof triggerView>;
export const triggerList = z.object({ triggers: z.array(triggerView) });
export const triggerAnswer = z.object({ trigger: triggerView });

/** How often the pulse beats a day. */
export const PULSES_PER_DAY = [48, 24, 12, 6, 2] as const;

export const quietHours = z.object({ start: z.string(), end: z.string() });
export type QuietHours = z.infer<typeof quietHours>;

export const pulseView = z.object({
  enabled: z.boolean(),
  /** 0 is Sunday. */
  activeDays: z.array(z.number()),
  pulsesPerDay: z.number(),
  /** Times of day, "HH:MM"; one that ends before it begins goes over midnight. */
  quietHours: z.array(quietHours),
  /** What the agent keeps for itself from one pulse to the next. */
  notes: z.string(),
  timeZone: z.string(),
  chatId: z.nullable(z.string()),
  firedToday: z.number(),
  /** Pulses that are still due today. */
  remaining: z.number(),
  nextPulseAt: z.nullable(z.string()),
  lastPulseAt: z.nullable(z.string()),
  intervalMinutes: z.number(),
});
export type PulseView = z.infer<typeof pulseView>;
export const pulseAnswer = z.object({ pulse: pulseView });

/** One firing. */
export const jobRunView = z.object({
  id: z.string(),
  jobId: z.string(),
  kind: z.enum(JOB_KINDS),
  /** Of its job; null where that is deleted. */
  name: z.nullable(z.string()),
  dueAt: z.string(),
  status: jobRunStatus,
  /** Why it was skipped, missed or failed, in words. */
  reason: z.nullable(z.string()),
  conversationId: z.nullable(z.string()),
  runId: z.nullable(z.string()),
  /** Null where it is not known. */
  cost: z.nullable(z.number()),
  tokens: z.nullable(z.number()),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
});
export type JobRunView = z.infer<typeof jobRunView>;
export const jobRunList = z.object({ runs: z.array(jobRunView), nextCursor: z.optional(z.string()) });

/**
 * `GET /api/schedule?from=&to=`: what was due between two times and what became of it, and what is still due, as far as
 * it is known: a table, a webhook or a key fires when something happens.
 */
export const scheduleView = z.object({
  runs: z.array(jobRunView),
  due: z.array(z.object({ jobId: z.string(), kind: z.enum(JOB_KINDS), name: z.string(), at: z.string() })),
  /** More was due than is listed. */
  isCut: z.boolean(),
});
export type ScheduleView = z.infer<typeof scheduleView>;

/** `GET /api/jobs/preview?cronExpression=&timeZone=`. */
export const cronPreview = z.object({
  cronExpression: z.string(),
  timeZone: z.string(),
  nextRuns: z.array(z.string()),
});
