import { clock } from "@/lib/shared/chat/time";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import { currentLocale, formatTag } from "@/lib/shared/i18n/locale";

const DAY_MS = 86_400_000;

export function dayHeading(at: string, now: string, timeZone?: string): string {
  const days = daysBetween(at, now, timeZone);
  if (days <= 0) return common("today");
  if (days === 1) return t("yesterday");
  return format(
    at,
    { weekday: "long", day: "numeric", month: "long", ...yearOf(at, now, timeZone) },
    timeZone,
  );
}

/** Formats a past time for use in a sentence: "today 14:05", "Tuesday 14:05", "3 Nov 14:05". */
export function formatPastTime(at: string, now: string, timeZone?: string): string {
  const days = daysBetween(at, now, timeZone);
  const time = clock(at, timeZone);
  if (days <= 0) return t("todayAt", { time });
  if (days === 1) return t("yesterdayAt", { time });
  const day =
    days < 7
      ? format(at, { weekday: "long" }, timeZone)
      : format(at, { day: "numeric", month: "short", ...yearOf(at, now, timeZone) }, timeZone);
  return `${day} ${time}`;
}

export function formatSpan(from: string, to: string): string {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1_000);
  if (seconds < 60) return inUnit(seconds, "second");
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return inUnit(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? inUnit(hours, "hour") : inUnit(Math.round(hours / 24), "day");
}

const inUnit = (count: number, unit: "second" | "minute" | "hour" | "day"): string =>
  new Intl.NumberFormat(formatTag(), { style: "unit", unit, unitDisplay: "long" }).format(count);

function daysBetween(at: string, now: string, timeZone?: string): number {
  return (dayOf(now, timeZone) - dayOf(at, timeZone)) / DAY_MS;
}

const dayOf = (at: string, timeZone?: string) =>
  Date.parse(formatOf("en-CA", {}, timeZone).format(new Date(at)));

const yearOf = (at: string, now: string, timeZone?: string) => {
  const year = (time: string) => format(time, { year: "numeric" }, timeZone);
  return year(at) === year(now) ? {} : { year: "numeric" as const };
};

// Cached, because creating a formatter takes much longer than formatting a time.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions, timeZone?: string) {
  const key = `${locale} ${JSON.stringify(options)} ${timeZone}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formats.set(key, made);
  return made;
}

function format(at: string, options: Intl.DateTimeFormatOptions, timeZone?: string): string {
  const text = formatOf(formatTag(), options, timeZone).format(new Date(at));
  return currentLocale() === "de" ? text : text.replace(",", "");
}
