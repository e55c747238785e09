import { WEEK, WEEKDAYS } from "@/components/ui/kit/week";
import { clock } from "@/lib/shared/chat/time";
import type { JobRunStatus, PulseView } from "@/lib/shared/jobs/contract";
import type { JobKind } from "@/lib/shared/jobs/kinds";

const LOCALE = "en-GB";

export const JOB_KIND_LABELS: Record<JobKind, string> = {
  cron: "At set times",
  pulse: "Check-ins",
  once: "Once",
  webhook: "When an address is called",
  table: "When a query returns a row",
  state: "When a state key changes",
};

export const RUN_STATUS_LABELS: Record<JobRunStatus, string> = {
  queued: "About to start",
  running: "Running",
  waiting: "Waiting for you",
  completed: "Done",
  failed: "Failed",
  skipped: "Skipped",
  missed: "Missed",
};

/** Formats a past or future time: "today 07:00", "tomorrow 07:00", "Monday 07:00", "3 Dec 07:00". */
export function formatJobTime(at: string, now: string, timeZone: string): string {
  const days = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  return `${formatDay(at, days, now, timeZone)} ${clock(at, timeZone)}`;
}

function formatDay(at: string, days: number, now: string, timeZone: string): string {
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  if (Math.abs(days) < 7) return part(at, { weekday: "long" }, timeZone);
  const year = at.slice(0, 4) === now.slice(0, 4) ? undefined : "numeric";
  return part(at, { day: "numeric", month: "short", year }, timeZone);
}

const part = (at: string, options: Intl.DateTimeFormatOptions, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { ...options, timeZone }).format(new Date(at));

/** Returns the day of a time in a zone, such as "2026-11-23". */
export const dayOf = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(new Date(at));

const dayNumber = (at: string, timeZone: string): number => Date.parse(dayOf(at, timeZone)) / 86_400_000;

/** Returns "$0.02" or "less than $0.01", or null if the cost is unknown. */
export function formatCost(cost: number | null): string | null {
  if (cost === null) return null;
  if (cost > 0 && cost < 0.01) return "less than $0.01";
  return `$${cost.toFixed(2)}`;
}

/** Returns the name of a job. The check-ins are named by the interface, whatever name is stored. */
export const titleOfJob = ({ kind, name }: { kind: JobKind; name: string | null }): string =>
  kind === "pulse" ? JOB_KIND_LABELS.pulse : (name ?? "A deleted job");

export function formatWeekdays(days: readonly number[]): string {
  const chosen = WEEK.filter((day) => days.includes(day));
  if (chosen.length === 0) return "on no day";
  const numbers = chosen.map((day) => WEEK.indexOf(day));
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? 0;
  const names = chosen.map((day) => WEEKDAYS[day] ?? "");
  if (chosen.length > 2 && last - first === chosen.length - 1) return `${names[0]} to ${names.at(-1)}`;
  return new Intl.ListFormat(LOCALE).format(names);
}

/** Labels of the choices, by the number of check-ins a day. */
export const CHECK_IN_RHYTHMS: Record<number, string> = {
  48: "Every 30 minutes",
  24: "Every hour",
  12: "Every 2 hours",
  6: "Every 4 hours",
  2: "Every 12 hours",
};

/** Returns "Every 2 hours, except 22:00–07:00", or "Off. When on: every 2 hours, except 22:00–07:00". */
export function describeCheckIns({
  enabled,
  pulsesPerDay,
  activeDays,
  quietHours,
}: Pick<PulseView, "enabled" | "pulsesPerDay" | "activeDays" | "quietHours">): string {
  const rhythm = CHECK_IN_RHYTHMS[pulsesPerDay] ?? `${pulsesPerDay} times a day`;
  const days = activeDays.length < WEEK.length ? formatWeekdays(activeDays) : undefined;
  const spans = quietHours.map(({ start, end }) => `${start}–${end}`);
  const quiet = spans.length > 0 ? new Intl.ListFormat(LOCALE).format(spans) : undefined;
  const times = timesOf(rhythm, days, quiet);
  return enabled ? times : `Off. When on: ${times.charAt(0).toLowerCase()}${times.slice(1)}`;
}

function timesOf(rhythm: string, days: string | undefined, quiet: string | undefined): string {
  if (days && quiet) return `${rhythm}, ${days}, except ${quiet}`;
  if (days) return `${rhythm}, ${days}`;
  return quiet ? `${rhythm}, except ${quiet}` : rhythm;
}
