import type { PulseView } from "@/lib/shared/jobs/contract";
import { type JobContent, MAX_NOTES, type PulseChange, SPECS, type Specs } from "@/lib/shared/jobs/fields";
import { PULSE_ID } from "@/lib/shared/jobs/kinds";
import * as store from "@/lib/store/agents/jobs";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import type { By } from "@/lib/store/revisions";
import { jobPlanOf } from "./plan";
import { DEFAULT_PULSE, firedToday, intervalOf, nextPulse, remainingToday } from "./pulse";

const NAME = "Check-ins";

/**
 * Returns the settings and status of the pulse, with which the agent checks several times a day whether there
 * is something to do. Off by default.
 */
export async function readPulseSettings(agentId: string): Promise<PulseView> {
  const [job, settings] = await Promise.all([store.findPulse(agentId), readSettings(agentId)]);
  const [spec, timeZone, now] = [specOf(job), timeZoneOf(settings), new Date()];
  const enabled = job?.enabled ?? false;
  return {
    enabled,
    ...spec,
    timeZone,
    chatId: job?.conversationId ?? null,
    firedToday: job ? firedToday(await store.readFired(agentId, job.id), timeZone, now) : 0,
    remaining: enabled ? remainingToday(spec, timeZone, now) : 0,
    nextPulseAt: enabled ? (nextPulse(spec, timeZone, now)?.toISOString() ?? null) : null,
    lastPulseAt: job?.lastRunAt ?? null,
    intervalMinutes: intervalOf(spec),
  };
}

/** Changes the given fields. Notes are cut at 2,000 characters. */
export async function changePulseSettings(
  agentId: string,
  { enabled, notes, ...change }: PulseChange,
  by: By,
): Promise<PulseView> {
  const job = await store.findPulse(agentId);
  const before = specOf(job);
  const spec: Specs["pulse"] = {
    activeDays: change.activeDays ?? before.activeDays,
    pulsesPerDay: change.pulsesPerDay ?? before.pulsesPerDay,
    quietHours: change.quietHours ?? before.quietHours,
    notes: notes === undefined ? before.notes : cutNotes(notes),
  };
  const id = job?.id ?? PULSE_ID;
  const content: JobContent = { kind: "pulse", name: NAME, instruction: "", spec };
  if (!job || JSON.stringify(before) !== JSON.stringify(spec))
    await store.saveJob(agentId, id, {
      content,
      by,
      plan: jobPlanOf,
      enabled: enabled ?? job?.enabled ?? false,
    });
  else if (enabled !== undefined)
    await store.enableJob(agentId, id, enabled, jobPlanOf(content, { agentId, id }).nextRunAt);
  return readPulseSettings(agentId);
}

/** Cuts notes without splitting a surrogate pair. */
export const cutNotes = (notes: string): string =>
  notes
    .slice(0, MAX_NOTES)
    .toWellFormed()
    .replace(/\uFFFD$/, "");

const specOf = (job: store.Job | null): Specs["pulse"] => SPECS.pulse.catch(DEFAULT_PULSE).parse(job?.spec);

export async function pulseJob(agentId: string): Promise<Pick<store.Job, "id" | "agentId" | "kind">> {
  if (!(await store.findPulse(agentId)))
    await changePulseSettings(agentId, { enabled: false }, { author: "person", cause: null });
  return { agentId, id: PULSE_ID, kind: "pulse" };
}
