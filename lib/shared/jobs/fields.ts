import { z } from "zod";
import { isStorable } from "@/lib/shared/text/storable";
import { timeZone } from "@/lib/shared/text/time-zone";
import { senderRule } from "../mail";
import { stateKey } from "../state-key";
import { CATCH_UP, PULSES_PER_DAY, TRIGGER_KINDS } from "./contract";

/* Input schemas of jobs, triggers and the pulse for the user and the agent, with error messages. */

export const MAX_JOBS = 50;
export const MAX_TRIGGERS = 50;
export const MAX_NOTES = 2_000;
/** Minimum interval of a cron job, unless the user allows shorter ones (`schedule.allowFrequent`). */
export const MIN_INTERVAL_MINUTES = 5;
export const MIN_TRIGGER_SECONDS = 60;

const storable = (value: string) => isStorable(value);
const UNSTORABLE = "Contains a character that cannot be stored";

export const jobName = z
  .string()
  .trim()
  .min(1, "Enter a name")
  .max(100, "A name has at most 100 characters")
  .refine(storable, UNSTORABLE);

export const instruction = z
  .string()
  .trim()
  .min(1, "Describe what the agent should do")
  .max(10_000, "An instruction has at most 10,000 characters")
  .refine(storable, UNSTORABLE);

/** The scheduler validates the expression, because it can explain errors. */
export const cronExpression = z.string().trim().min(1, "Give five fields, such as 0 7 * * 1-5").max(200);

export const newJob = z.strictObject({
  name: jobName,
  instruction,
  cronExpression,
  timeZone: timeZone.optional(),
  enabled: z.boolean().optional(),
  catchUp: z.enum(CATCH_UP).optional(),
});
export type NewJob = z.infer<typeof newJob>;
export const jobChange = newJob.partial();
export type JobChange = z.infer<typeof jobChange>;

/** ISO 8601, or a phrase such as "in 2 hours". */
const at = z.string().trim().min(1).max(100);
const condition = z.string().trim().min(1, "Give a SELECT").max(10_000).refine(storable, UNSTORABLE);

/** Fields of a `mail` trigger. An empty subject or folder matches all mails. */
export const mailFilter = {
  from: z.string().pipe(senderRule),
  subject: z
    .string()
    .trim()
    .max(200, "Words of a subject have at most 200 characters")
    .refine(storable, UNSTORABLE),
  folder: z.string().max(500).refine(storable, UNSTORABLE),
};

export const newTrigger = z.strictObject({
  name: jobName,
  kind: z.enum(TRIGGER_KINDS),
  instruction,
  at: at.optional(),
  sql: condition.optional(),
  key: stateKey.optional(),
  from: mailFilter.from.optional(),
  subject: mailFilter.subject.optional(),
  folder: mailFilter.folder.optional(),
  enabled: z.boolean().optional(),
});
export type NewTrigger = z.infer<typeof newTrigger>;
export const triggerChange = newTrigger.omit({ kind: true }).partial();
export type TriggerChange = z.infer<typeof triggerChange>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time of day such as "22:30"');
export const pulseChange = z.strictObject({
  enabled: z.boolean().optional(),
  activeDays: z
    .array(z.int().min(0).max(6))
    .transform((days) => [...new Set(days)].sort())
    .optional(),
  pulsesPerDay: z.literal([...PULSES_PER_DAY]).optional(),
  quietHours: z
    .array(
      z
        .strictObject({ start: clock, end: clock })
        .refine(({ start, end }) => start !== end, "Quiet hours must start and end at different times"),
    )
    .max(10, "At most ten ranges of quiet hours")
    .optional(),
  /** Truncated to 2,000 characters. */
  notes: z.string().refine(storable, UNSTORABLE).optional(),
});
export type PulseChange = z.infer<typeof pulseChange>;

export const SPECS = {
  cron: z.object({ cronExpression: z.string(), timeZone: z.string(), catchUp: z.enum(CATCH_UP) }),
  pulse: z.object({
    activeDays: z.array(z.number()),
    pulsesPerDay: z.number(),
    quietHours: z.array(z.object({ start: z.string(), end: z.string() })),
    notes: z.string(),
  }),
  once: z.object({ at: z.string() }),
  webhook: z.object({}),
  mail: z.object({ from: z.string(), subject: z.string().optional(), folder: z.string().optional() }),
  table: z.object({ sql: z.string() }),
  state: z.object({ key: z.string() }),
} as const;
export type Specs = { [Kind in keyof typeof SPECS]: z.infer<(typeof SPECS)[Kind]> };

const written = { name: jobName, instruction };

/** Content of a revision of kind "job". */
export const jobContent = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("cron"), ...written, spec: SPECS.cron }),
  z.strictObject({ kind: z.literal("pulse"), name: jobName, instruction: z.string(), spec: SPECS.pulse }),
  z.strictObject({ kind: z.literal("once"), ...written, spec: SPECS.once }),
  z.strictObject({ kind: z.literal("webhook"), ...written, spec: SPECS.webhook }),
  z.strictObject({ kind: z.literal("mail"), ...written, spec: SPECS.mail }),
  z.strictObject({ kind: z.literal("table"), ...written, spec: SPECS.table }),
  z.strictObject({ kind: z.literal("state"), ...written, spec: SPECS.state }),
]);
export type JobContent = z.infer<typeof jobContent>;
