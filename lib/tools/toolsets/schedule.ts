import { z } from "zod";
import {
  assertJob,
  createJob,
  deleteCronJob,
  listCronJobs,
  readCronJob,
  toggleJob,
  updateJob,
} from "@/lib/data/schedule/jobs";
import { changePulseSettings, cutNotes, readPulseSettings } from "@/lib/data/schedule/pulse-settings";
import {
  assertNewTrigger,
  createTrigger,
  deleteTrigger,
  listTriggers,
  readTrigger,
  toggleTrigger,
} from "@/lib/data/schedule/triggers";
import { AppError } from "@/lib/shared/errors";
import {
  CATCH_UP,
  type JobView,
  PULSES_PER_DAY,
  type PulseView,
  TRIGGER_KINDS,
  type TriggerView,
} from "@/lib/shared/jobs/contract";
import { cronExpression, instruction, jobName, mailFilter, pulseChange } from "@/lib/shared/jobs/fields";
import { PULSE_ID } from "@/lib/shared/jobs/kinds";
import { stateKey } from "@/lib/shared/state-key";
import { timeZone } from "@/lib/shared/text/time-zone";
import { marksOf } from "@/lib/store/agents/jobs";
import { by } from "./by";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool } from "./define";

const UNCHANGED_JOB = "Nothing changed: the job already has these values.";
const UNCHANGED_PULSE = "Nothing changed: the pulse already has these values.";

const CHANGES = ["name", "instruction", "cron_expression", "time_zone", "enabled", "catch_up"] as const;

const id = z.uuid("Pass the id that create or list returned");

export const scheduleTools = defineBuiltIn({
  id: "schedule",
  title: "Jobs",
  category: "world",
  mode: "on_demand",
  gist: "work later",
  prompt:
    "For work while the user is away. A cron job repeats; a trigger fires once at a time (reminders), on an external call or a mail, when a query returns a row, or when a state key changes; the pulse wakes you to check on things. Each has its own conversation, where you receive its instruction as a message: write it so that it needs no questions.",
  tools: {
    manage_cronjob: defineTool({
      title: "Plan jobs",
      help: "Runs an instruction of the agent at set times.",
      description:
        "Creates, lists, updates, deletes or toggles cron jobs. create takes name, instruction and cron_expression; the others job_id. Tell the user the next times in the result.",
      input: z.object({
        action: z.enum(["create", "list", "update", "delete", "toggle"]),
        job_id: id.optional(),
        name: jobName.optional(),
        instruction: instruction.optional().describe("Your message at each run"),
        cron_expression: cronExpression
          .optional()
          .describe("Minute, hour, day of the month, month, day of the week: 0 7 * * 1-5"),
        time_zone: timeZone.optional().describe("IANA name; default: the user's"),
        enabled: z.boolean().optional(),
        catch_up: z.enum(CATCH_UP).optional().describe("Whether to catch up on the last missed run"),
      }),
      uses: {
        field: "action",
        of: {
          create: {
            needs: ["name", "instruction", "cron_expression"],
            takes: ["time_zone", "enabled", "catch_up"],
          },
          list: {},
          update: { needs: ["job_id"], someOf: CHANGES },
          delete: { needs: ["job_id"] },
          toggle: { needs: ["job_id"] },
        },
      },
      hints: { reads: ["jobs"], writes: ["jobs"] },
      afterWeb: ({ action }) => action !== "list",
      refuses: ({ job_id, cron_expression: cronExpression, time_zone: timeZone }, { agentId }) =>
        assertJob(agentId, job_id, { cronExpression, timeZone }),
      execute: async ({ action, job_id, cron_expression, time_zone, catch_up, ...rest }, context) => {
        const { agentId } = context;
        const change = { ...rest, cronExpression: cron_expression, timeZone: time_zone, catchUp: catch_up };
        switch (action) {
          case "list": {
            const jobs = await listCronJobs(agentId);
            await markJobsRead(context, jobs);
            return { jobs: jobs.map(jobFields) };
          }
          case "create":
            return withNext(
              await createJob(
                agentId,
                {
                  ...change,
                  name: requireField("name", rest.name, action),
                  instruction: requireField("instruction", rest.instruction, action),
                  cronExpression: requireField("cron_expression", cron_expression, action),
                },
                by(context),
              ),
            );
          case "update":
          case "toggle": {
            const id = requireField("job_id", job_id, action);
            const before = await readCronJob(agentId, id);
            const job = await (action === "toggle"
              ? toggleJob(agentId, id)
              : updateJob(agentId, id, change, by(context)));
            await markJobsRead(context, [job]);
            const isSame = JSON.stringify(jobFields(before)) === JSON.stringify(jobFields(job));
            return { ...withNext(job), ...(isSame && { note: UNCHANGED_JOB }) };
          }
          case "delete":
            await deleteCronJob(agentId, requireField("job_id", job_id, action), by(context));
            return { success: true };
        }
      },
    }),
    manage_trigger: defineTool({
      title: "Plan triggers",
      help: "Runs an instruction of the agent once, or when something happens.",
      description:
        'Manages triggers. Kinds: once (at: ISO 8601 or "in 2 hours"), webhook (returns a URL for POST requests), mail (from: address or domain; optional subject, folder), table (sql: a SELECT that returns a row when the condition is true), state (key). Fires at most once a minute; events in between are batched.',
      input: z.object({
        action: z.enum(["create", "list", "delete", "toggle"]),
        trigger_id: id.optional(),
        kind: z.enum(TRIGGER_KINDS).optional(),
        name: jobName.optional(),
        instruction: instruction.optional().describe("Your message when it fires"),
        at: z.string().max(100).optional(),
        sql: z.string().max(10_000).optional(),
        key: stateKey.optional(),
        from: mailFilter.from.optional(),
        subject: mailFilter.subject.optional(),
        folder: mailFilter.folder.optional(),
      }),
      uses: {
        field: "action",
        of: {
          create: {
            needs: ["kind", "name", "instruction"],
            takes: ["at", "sql", "key", "from", "subject", "folder"],
          },
          list: {},
          delete: { needs: ["trigger_id"] },
          toggle: { needs: ["trigger_id"] },
        },
      },
      hints: { reads: ["jobs"], writes: ["jobs"] },
      afterWeb: ({ action }) => action !== "list",
      refuses: async ({ action, trigger_id, kind, name, instruction, ...spec }, { agentId }) => {
        if (trigger_id !== undefined) await readTrigger(agentId, trigger_id);
        if (action === "create" && kind && name && instruction)
          await assertNewTrigger(agentId, { ...spec, kind, name, instruction });
      },
      execute: async ({ action, trigger_id, kind, name, instruction, ...spec }, context) => {
        const { agentId } = context;
        switch (action) {
          case "list": {
            const triggers = await listTriggers(agentId);
            await markJobsRead(context, triggers);
            return { triggers: triggers.map(triggerFields) };
          }
          case "create":
            return triggerFields(
              await createTrigger(
                agentId,
                {
                  ...spec,
                  kind: requireField("kind", kind, action),
                  name: requireField("name", name, action),
                  instruction: requireField("instruction", instruction, action),
                },
                by(context),
              ),
            );
          case "toggle": {
            const trigger = await toggleTrigger(agentId, requireField("trigger_id", trigger_id, action));
            await markJobsRead(context, [trigger]);
            return triggerFields(trigger);
          }
          case "delete":
            await deleteTrigger(agentId, requireField("trigger_id", trigger_id, action), by(context));
            return { success: true };
        }
      },
    }),
    manage_pulse: defineTool({
      title: "Set check-ins",
      help: "Sets when the agent looks for something to do, and writes its notes for the next time.",
      description:
        "The pulse wakes you several times a day to check on things. update_notes (notes for your next pulse, at most 2,000 characters), get_config, update_config (enabled, active_days with 0 for Sunday, pulses_per_day, quiet_hours). Enabling it asks the user.",
      input: z.object({
        action: z.enum(["update_notes", "get_config", "update_config"]),
        notes: z.string().optional(),
        enabled: z.boolean().optional(),
        active_days: pulseChange.shape.activeDays,
        pulses_per_day: z.literal([...PULSES_PER_DAY]).optional(),
        quiet_hours: pulseChange.shape.quietHours.describe('Such as [{ "start": "22:00", "end": "07:00" }]'),
      }),
      uses: {
        field: "action",
        of: {
          update_notes: { needs: ["notes"] },
          get_config: {},
          update_config: { someOf: ["enabled", "active_days", "pulses_per_day", "quiet_hours"] },
        },
      },
      hints: { reads: ["jobs"], writes: ["jobs"] },
      afterWeb: ({ action }) => action !== "get_config",
      asks: ({ action, enabled }) =>
        action === "update_config" && enabled === true
          ? "The agent would work on its own from now on."
          : null,
      refuses: null,
      execute: async ({ action, notes, enabled, ...rest }, context) => {
        const { agentId } = context;
        // All results except that of update_notes contain the notes.
        if (action !== "update_notes") await markJobsRead(context, [{ id: PULSE_ID }]);
        if (action === "get_config") return readPulseSettings(agentId);
        if (action === "update_notes") {
          const storedNotes = cutNotes(requireField("notes", notes, action));
          await changePulseSettings(agentId, { notes: storedNotes }, by(context));
          return { success: true, action: "notes_updated", length: storedNotes.length };
        }
        const { active_days: activeDays, pulses_per_day: pulsesPerDay, quiet_hours: quietHours } = rest;
        const change = { enabled, activeDays, pulsesPerDay, quietHours };
        const before = await readPulseSettings(agentId);
        const pulse = await changePulseSettings(agentId, change, by(context));
        const isSame = configOf(before) === configOf(pulse);
        return {
          ...{ success: true, action: "config_updated", pulse },
          ...(isSame && { note: UNCHANGED_PULSE }),
        };
      },
    }),
  },
});

async function markJobsRead({ agentId, readStored }: ToolContext, listed: { id: string }[]): Promise<void> {
  const marks = await marksOf(
    agentId,
    listed.map((one) => one.id),
  );
  marks.forEach(readStored);
}

function requireField<T>(field: string, value: T | undefined, action: string): T {
  if (value === undefined) throw new AppError("invalid", `${action} needs ${field}.`);
  return value;
}

const configOf = ({ enabled, activeDays, pulsesPerDay, quietHours }: PulseView): string =>
  JSON.stringify([enabled, activeDays, pulsesPerDay, quietHours]);

const jobFields = ({ nextRuns: _, catchUp: __, failures: ___, ...job }: JobView) => job;
const withNext = (job: JobView) => ({ ...jobFields(job), nextRuns: job.nextRuns });
const triggerFields = ({ failures: _, ...trigger }: TriggerView) => trigger;
