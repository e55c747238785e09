import { t } from "@/lib/shared/i18n/en/kit";

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
    { label: t("anHourAgo"), at: iso(current - HOUR_MS) },
    noon <= current
      ? { label: t("beforeNoon"), at: iso(noon) }
      : { label: t("yesterdayNoon"), at: iso(noon - 24 * HOUR_MS) },
    { label: t("beforeToday"), at: iso(midnight) },
  ];
}

/** Returns the recent points in the time zone of the browser. */
export const recentPointsHere = () =>
  recentPoints(new Date().toISOString(), Intl.DateTimeFormat().resolvedOptions().timeZone);
