import type { CalendarReport } from "@/lib/shared/calendar";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarEvents";

const MAX_NAMED = 5;

function nounOf(property: string): string {
  switch (property) {
    case "ATTENDEE":
      return t("attendees");
    case "ORGANIZER":
      return t("organizers");
    case "VALARM":
      return t("alarms");
    case "ATTACH":
      return t("attachments");
    case "COMMENT":
      return t("comments");
    default:
      return property;
  }
}

export function describeCalendarReport({ added, updated, same, ...rest }: CalendarReport): string {
  const { problems, problemCount, left, leftCount } = rest;
  const counts = [
    t("reportAdded", { count: added }),
    calendarText("updated", { count: updated }),
    calendarText("unchanged", { count: same }),
  ];
  const named = problems
    .slice(0, MAX_NAMED)
    .map(({ line, reason }) => `${calendarText("line", { line: String(line) })}: ${reason}`);
  const more =
    problemCount > named.length ? [`${calendarText("more", { count: problemCount - named.length })}.`] : [];
  const unread = problemCount > 0 ? [calendarText("unreadable", { count: problemCount })] : [];
  const first = [...counts, ...unread].join(", ");
  if (problemCount + leftCount === 0) return first;
  return [`${first}.`, ...named, ...more, ...describeSkipped(left, leftCount)].join(" ");
}

function describeSkipped(left: CalendarReport["left"], total: number): string[] {
  if (total === 0) return [];
  const others = total - left.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    ...left.map(({ property, count }) => ({ noun: nounOf(property), count })),
    ...(others > 0 ? [{ noun: t("others"), count: others }] : []),
  ];
  return [t("reportLeft", { list: parts.map(({ noun, count }) => `${noun} (${count})`).join(", ") })];
}
