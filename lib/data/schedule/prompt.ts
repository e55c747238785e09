import { SPECS, type Specs } from "@/lib/shared/jobs/fields";
import { type PromptJob, readPromptJobs } from "@/lib/store/agents/jobs";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { DEFAULT_PULSE, firedToday, intervalOf, nextPulse, remainingToday } from "./pulse";
import { wallTimeOf } from "./zoned";

const MAX_LISTED = 20;
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

export function scheduleText(jobs: readonly PromptJob[], timeZone: string, now: Date): string {
  const pulse = jobs.find(({ kind }) => kind === "pulse");
  const others = jobs.filter(({ kind, enabled }) => kind !== "pulse" && enabled);
  const lines = others.slice(0, MAX_LISTED).map((job) => line(job, timeZone));
  if (others.length > MAX_LISTED) lines.push("- and more: manage_cronjob and manage_trigger list them");
  return [lines.length > 0 && `## Jobs\n\n${lines.join("\n")}`, pulseText(pulse, timeZone, now)]
    .filter(Boolean)
    .join("\n\n");
}

export async function readSchedule(agentId: string): Promise<{ jobs: PromptJob[]; timeZone: string }> {
  const [jobs, settings] = await Promise.all([readPromptJobs(agentId), readSettings(agentId)]);
  return { jobs, timeZone: timeZoneOf(settings) };
}

function line({ name, kind, spec, nextRunAt }: PromptJob, timeZone: string): string {
  const when = kind === "cron" ? describeCron(SPECS.cron.parse(spec)) : kind;
  const next = nextRunAt ? `, next ${clock(new Date(nextRunAt), timeZone)}` : "";
  return `- ${name.replaceAll("\n", " ")} (${when}${next})`;
}

const describeCron = ({ cronExpression, timeZone }: Specs["cron"]) => `cron ${cronExpression} ${timeZone}`;

function pulseText(job: PromptJob | undefined, timeZone: string, now: Date): string {
  // This text is short because the prompt contains it even if the pulse was never used.
  if (!job) return "## Pulse Status\n\nOff, never fired.";
  const pulse = SPECS.pulse.catch(DEFAULT_PULSE).parse(job.spec);
  const isOn = job.enabled;
  const fired = job.fired ?? [];
  const [last] = fired;
  const next = isOn ? nextPulse(pulse, timeZone, now) : null;
  const days =
    pulse.activeDays.length === 7 ? "every day" : pulse.activeDays.map((day) => DAYS[day]).join(", ");
  const quiet = pulse.quietHours.map(({ start, end }) => `${start}-${end}`).join(", ");
  const status = [
    `The pulse is ${isOn ? "on" : "off"}: every ${intervalOf(pulse)} minutes, ${days}${quiet && `, quiet ${quiet}`}.`,
    `Fired today: ${firedToday(fired, timeZone, now)}, left today: ${isOn ? remainingToday(pulse, timeZone, now) : 0}.`,
    `Last: ${last ? clock(new Date(last), timeZone) : "never"}. Next: ${next ? clock(next, timeZone) : "none"}.`,
  ];
  const notes = pulse.notes.trim();
  return `## Pulse Status\n\n${status.join(" ")}${notes && `\n\n## Your Pulse Notes\n\n${notes}`}`;
}

const clock = (at: Date, timeZone: string): string =>
  new Date(wallTimeOf(at.getTime(), timeZone)).toISOString().slice(0, 16).replace("T", " ");
