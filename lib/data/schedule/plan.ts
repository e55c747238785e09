import { hashOfToken, hookToken } from "@/lib/ground/base/token";
import { type JobContent, SPECS } from "@/lib/shared/jobs/fields";
import type { DueJob, Slots } from "@/lib/store/agents/due-jobs";
import type { Planned } from "@/lib/store/agents/job-versions";
import { parseSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { nextRun } from "./cron";
import { nextPulse } from "./pulse";

/** Later than this after its time, a firing is one that was missed and is perhaps made up for. */
const LATE_MS = 120_000;
/** Times that went by while nothing ran are listed as missed as far back as this, and so many. */
const MAX_BACK_MS = 30 * 86_400_000;
const MAX_MISSED = 2_000;
const MISSED = "Easel was not running at that time.";

/** Throws an AppError where what a file or an old version brings cannot be planned any more. */
export function checkContent(content: JobContent): void {
  if (content.kind === "cron") nextRun(content.spec, new Date());
}

/**
 * When a job that is written now is due first. The pulse is looked at at once: only who claims it knows the time zone of
 * its agent, and then it is due later.
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
  // A moment that has come while it was written is due now; one of long ago, brought back, is not.
  return Date.parse(spec.at) > now.getTime() - LATE_MS ? new Date(spec.at) : null;
}

/** What becomes of a job that is due: which of its times fires, which were missed, and when it is due next. */
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

/** The times from `first` to `now`, and the one after. */
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
