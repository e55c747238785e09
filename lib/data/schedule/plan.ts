import { hashOfToken, hookToken } from "@/lib/ground/base/token";
import { type JobContent, SPECS } from "@/lib/shared/jobs/fields";
import type { DueJob, Slots } from "@/lib/store/agents/due-jobs";
import type { Planned } from "@/lib/store/agents/job-versions";
import { parseSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { nextRun } from "./cron";
import { nextPulse } from "./pulse";

/** A run that is late by more than this counts as missed. It is run later only with `catchUp: "one"`. */
const LATE_MS = 120_000;
const MAX_BACK_MS = 30 * 86_400_000;
const MAX_MISSED = 2_000;
const MISSED = "Easel was not running at that time.";

/** Throws an AppError if content from a backup or an earlier version can no longer be scheduled. */
export function checkContent(content: JobContent): void {
  if (content.kind === "cron") nextRun(content.spec, new Date());
}

/**
 * Returns when a new or changed job is first due. A pulse is due at once: its real times depend on the
 * agent's time zone, which the server reads when it claims the job.
 */
export function jobPlanOf(content: JobContent, job: { agentId: string; id: string }): Planned {
  const now = new Date();
  const tokenHash = content.kind === "webhook" ? hashOfToken(hookToken(job)) : null;
  return { nextRunAt: firstOf(content, now)?.toISOString() ?? null, tokenHash };
}

function firstOf({ kind, spec }: JobContent, now: Date): Date | null {
  if (kind === "cron") return nextRun(spec, now);
  if (kind === "pulse") return now;
  if (kind !== "once") return null;
  // A time that passed while the job was being written is due now. A restored job whose time passed long ago
  // is not due.
  return Date.parse(spec.at) > now.getTime() - LATE_MS ? new Date(spec.at) : null;
}

/**
 * Decides for a due job which of its times runs now, which ones were missed, and when the job is next due.
 */
export function dueSlotsOf(job: DueJob, now: Date): Slots {
  const first = new Date(job.nextRunAt);
  if (job.kind === "cron") {
    const spec = SPECS.cron.parse(job.spec);
    return settle(
      passed(first, now, (after) => nextRun(spec, after)),
      now,
      spec.catchUp === "one",
    );
  }
  if (job.kind === "pulse") {
    const [spec, zone] = [SPECS.pulse.parse(job.spec), timeZoneOf(parseSettings({ general: job.settings }))];
    const next = (after: Date) => nextPulse(spec, zone, after);
    const isBeat = next(new Date(first.getTime() - 1))?.getTime() === first.getTime();
    if (!isBeat) return { fires: null, missed: [], reason: "", nextRunAt: iso(next(now)) };
    return settle(passed(first, now, next), now, false);
  }
  const isOver = job.kind === "once";
  return { fires: first.toISOString(), missed: [], reason: "", nextRunAt: null, isOver };
}

type Passed = { slots: Date[]; next: Date | null };

function passed(first: Date, now: Date, next: (after: Date) => Date | null): Passed {
  const oldest = now.getTime() - MAX_BACK_MS;
  let slots = [first];
  let coming = next(first.getTime() < oldest ? new Date(oldest) : first);
  for (; coming && coming <= now; coming = next(coming)) {
    slots.push(coming);
    if (slots.length > 2 * MAX_MISSED) slots = slots.slice(-MAX_MISSED);
  }
  return { slots: slots.slice(-MAX_MISSED), next: coming };
}

function settle({ slots, next }: Passed, now: Date, isMadeUpFor: boolean): Slots {
  const last = slots.at(-1);
  const fires = last && (isMadeUpFor || now.getTime() - last.getTime() < LATE_MS) ? last : null;
  const missed = slots.filter((slot) => slot !== fires).map((slot) => slot.toISOString());
  return { fires: iso(fires), missed, reason: MISSED, nextRunAt: iso(next) };
}

const iso = (at: Date | null) => at?.toISOString() ?? null;
