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
