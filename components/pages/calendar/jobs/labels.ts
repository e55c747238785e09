import { WEEK, WEEKDAYS } from "@/components/ui/kit/week";
import { clock } from "@/lib/shared/chat/time";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { JobRunStatus, PulseView } from "@/lib/shared/jobs/contract";
import type { JobKind } from "@/lib/shared/jobs/kinds";

export const JOB_KIND_LABELS: Record<JobKind, string> = {
  get cron() {
    return t("kindCron");
  },
  get pulse() {
    return t("checkIns");
  },
  get once() {
    return t("kindOnce");
  },
  get webhook() {
    return t("kindWebhook");
  },
  get mail() {
    return t("kindMail");
  },
  get table() {
    return t("kindTable");
  },
  get state() {
    return t("kindState");
  },
};

export const RUN_STATUS_LABELS: Record<JobRunStatus, string> = {
  get queued() {
    return t("queued");
  },
  get running() {
    return common("running");
  },
  get waiting() {
    return common("waitingForYou2");
  },
  get completed() {
    return common("done");
  },
  get failed() {
    return common("failed");
  },
  get skipped() {
    return t("skipped");
  },
  get missed() {
    return t("missed");
  },
};

/** Formats a past or future time: "today 07:00", "tomorrow 07:00", "Monday 07:00", "3 Dec 07:00". */
export function formatJobTime(at: string, now: string, timeZone: string): string {
  const days = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  return `${formatDay(at, days, now, timeZone)} ${clock(at, timeZone)}`;
}

function formatDay(at: string, days: number, now: string, timeZone: string): string {
  if (Math.abs(days) < 2)
    return new Intl.RelativeTimeFormat(formatTag(), { numeric: "auto" }).format(days, "day");
  if (Math.abs(days) < 7) return part(at, { weekday: "long" }, timeZone);
  const year = at.slice(0, 4) === now.slice(0, 4) ? undefined : "numeric";
  return part(at, { day: "numeric", month: "short", year }, timeZone);
}

const part = (at: string, options: Intl.DateTimeFormatOptions, timeZone: string): string =>
  new Intl.DateTimeFormat(formatTag(), { ...options, timeZone }).format(new Date(at));

/** Returns the day of a time in a zone, such as "2026-11-23". */
export const dayOf = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(new Date(at));

const dayNumber = (at: string, timeZone: string): number => Date.parse(dayOf(at, timeZone)) / 86_400_000;

/** Returns "$0.02" or "less than $0.01", or null if the cost is unknown. */
export function formatCost(cost: number | null): string | null {
  if (cost === null) return null;
  const format = new Intl.NumberFormat(formatTag(), {
    ...{ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", useGrouping: false },
  });
  return cost > 0 && cost < 0.01 ? t("lessThan", { cost: format.format(0.01) }) : format.format(cost);
}

/** Returns the name of a job. The check-ins are named by the interface, whatever name is stored. */
export const titleOfJob = ({ kind, name }: { kind: JobKind; name: string | null }): string =>
  kind === "pulse" ? JOB_KIND_LABELS.pulse : (name ?? t("deletedJob"));

export function formatWeekdays(days: readonly number[]): string {
  const chosen = WEEK.filter((day) => days.includes(day));
  if (chosen.length === 0) return t("noDay");
  const numbers = chosen.map((day) => WEEK.indexOf(day));
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? 0;
  const names = chosen.map((day) => WEEKDAYS[day] ?? "");
  if (chosen.length > 2 && last - first === chosen.length - 1)
    return t("dayRange", { first: names[0] ?? "", last: names.at(-1) ?? "" });
  return new Intl.ListFormat(formatTag()).format(names);
}

/** Returns how often check-ins run, by their number a day: "Every 30 minutes", "Every 2 hours". */
export function checkInRhythm(timesADay: number): string {
  if (24 % timesADay === 0) return t("everyHours", { hours: 24 / timesADay });
  return timesADay === 48 ? t("everyMinutes", { minutes: 30 }) : t("timesADay", { count: timesADay });
}

/** Returns "Every 2 hours, except 22:00–07:00", or "Off · Every 2 hours, except 22:00–07:00". */
export function describeCheckIns({
  enabled,
  pulsesPerDay,
  activeDays,
  quietHours,
}: Pick<PulseView, "enabled" | "pulsesPerDay" | "activeDays" | "quietHours">): string {
  const days = activeDays.length < WEEK.length ? formatWeekdays(activeDays) : undefined;
  const spans = quietHours.map(({ start, end }) => `${start}–${end}`);
  const quiet = spans.length > 0 ? new Intl.ListFormat(formatTag()).format(spans) : undefined;
  const times = timesOf(checkInRhythm(pulsesPerDay), days, quiet);
  return enabled ? times : `${common("off")} · ${times}`;
}

function timesOf(rhythm: string, days: string | undefined, quiet: string | undefined): string {
  if (days && quiet) return t("onDaysExcept", { rhythm, days, quiet });
  if (days) return `${rhythm}, ${days}`;
  return quiet ? t("except", { rhythm, quiet }) : rhythm;
}
