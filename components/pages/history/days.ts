import { clock } from "@/lib/shared/chat/time";

const LOCALE = "en-GB";
const DAY_MS = 86_400_000;

export function dayHeading(at: string, now: string, timeZone?: string): string {
  const days = daysBetween(at, now, timeZone);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  return format(
    at,
    { weekday: "long", day: "numeric", month: "long", ...yearOf(at, now, timeZone) },
    timeZone,
  );
}

/** Formats a past time for use in a sentence: "today 14:05", "Tuesday 14:05", "3 Nov 14:05". */
export function formatPastTime(at: string, now: string, timeZone?: string): string {
  const days = daysBetween(at, now, timeZone);
  const day =
    days <= 0
      ? "today"
      : days === 1
        ? "yesterday"
        : days < 7
          ? format(at, { weekday: "long" }, timeZone)
          : format(at, { day: "numeric", month: "short", ...yearOf(at, now, timeZone) }, timeZone);
  return `${day} ${clock(at, timeZone)}`;
}

export function formatSpan(from: string, to: string): string {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return hours === 1 ? "an hour" : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}

/** Formats a time in `timeZone` as `datetime-local` inputs require: 2026-11-21T14:05:09. */
export function fieldValue(at: string, timeZone?: string): string {
  const options = { dateStyle: "short", timeStyle: "medium", timeZone } as const;
  return new Intl.DateTimeFormat("sv-SE", options).format(new Date(at)).replace(" ", "T");
}

const HOUR_MS = 3_600_000;
const NOON = 12;

/** Returns points in time that users often go back to, newest first: an hour ago, the last noon, and midnight. */
export function recentPoints(now: string, timeZone?: string): { label: string; at: string }[] {
  const current = Date.parse(now);
  const [hours = 0, minutes = 0, seconds = 0] = fieldValue(now, timeZone).slice(11).split(":").map(Number);
  const midnight = current - (current % 1_000) - ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  const noon = midnight + NOON * HOUR_MS;
  const iso = (at: number) => new Date(at).toISOString();
  return [
    { label: "An hour ago", at: iso(current - HOUR_MS) },
    noon <= current
      ? { label: "Before noon", at: iso(noon) }
      : { label: "Yesterday noon", at: iso(noon - 24 * HOUR_MS) },
    { label: "Before today", at: iso(midnight) },
  ];
}

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

const format = (at: string, options: Intl.DateTimeFormatOptions, timeZone?: string): string =>
  formatOf(LOCALE, options, timeZone).format(new Date(at)).replace(",", "");
