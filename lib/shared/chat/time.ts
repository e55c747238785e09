import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/sharedChat";
import { formatTag } from "@/lib/shared/i18n/locale";

const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;
const SECONDS = { ...CLOCK, second: "2-digit" } as const;
const FULL = { dateStyle: "full", timeStyle: "short" } as const;

// Creating a format takes far longer than using it, and a page shows many times.
const formats = new Map<string, Intl.DateTimeFormat>();

function format(style: Intl.DateTimeFormatOptions, at: string, timeZone = ""): string {
  const tag = formatTag();
  const key = `${tag} ${style.dateStyle} ${style.second} ${timeZone}`;
  const made =
    formats.get(key) ?? new Intl.DateTimeFormat(tag, { ...style, timeZone: timeZone || undefined });
  formats.set(key, made);
  return made.format(new Date(at));
}

/** 10:46 */
export const clock = (at: string, timeZone?: string): string => format(CLOCK, at, timeZone);

/** 10:46:05 */
export const clockWithSeconds = (at: string, timeZone?: string): string => format(SECONDS, at, timeZone);

/** Saturday 21 November 2026, 10:46 */
export const fullTime = (at: string, timeZone?: string): string => format(FULL, at, timeZone);

/** Returns the list heading for a day: Today, Yesterday, This week, or the month. */
export function dayLabel(at: string, now: string, timeZone?: string): string {
  const days = dayNumber(now, timeZone) - dayNumber(at, timeZone);
  if (days <= 0) return common("today");
  if (days === 1) return t("yesterday");
  if (days < 7) return t("thisWeek");
  const sameYear = yearOf(at, timeZone) === yearOf(now, timeZone);
  return new Intl.DateTimeFormat(formatTag(), {
    month: "long",
    year: sameYear ? undefined : "numeric",
    timeZone,
  }).format(new Date(at));
}

/** Groups sorted items by day label, keeping their order. */
export function groupByDay<T extends { updatedAt: string }>(
  items: readonly T[],
  now: string,
  timeZone?: string,
) {
  const groups: { label: string; items: T[] }[] = [];
  for (const item of items) {
    const label = dayLabel(item.updatedAt, now, timeZone);
    const last = groups.at(-1);
    if (last?.label === label) last.items.push(item);
    else groups.push({ label, items: [item] });
  }
  return groups;
}

/** Days since 1970 of the calendar day in the zone. */
function dayNumber(at: string, timeZone?: string): number {
  const [year, month, day] = new Intl.DateTimeFormat("en-CA", { timeZone })
    .format(new Date(at))
    .split("-")
    .map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1) / 86_400_000;
}

const yearOf = (at: string, timeZone?: string): string =>
  new Intl.DateTimeFormat("en-GB", { year: "numeric", timeZone }).format(new Date(at));
