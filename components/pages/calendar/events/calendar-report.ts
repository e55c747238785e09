import { formatCount } from "@/components/ui/kit/format";
import type { CalendarReport } from "@/lib/shared/calendar";

const MAX_NAMED = 5;

const NOUNS: Readonly<Record<string, string>> = {
  ATTENDEE: "attendee",
  ORGANIZER: "organizer",
  VALARM: "alarm",
  ATTACH: "attachment",
  COMMENT: "comment",
};

export function describeCalendarReport({ added, updated, same, ...rest }: CalendarReport): string {
  const { problems, problemCount, left, leftCount } = rest;
  const counts = [`${formatCount(added, "event")} added`, `${updated} updated`, `${same} already there`];
  const named = problems.slice(0, MAX_NAMED).map(({ line, reason }) => `Line ${line}: ${reason}`);
  const more = problemCount > named.length ? [`and ${problemCount - named.length} more.`] : [];
  const unread = problemCount > 0 ? [`${problemCount} could not be read`] : [];
  const first = [...counts, ...unread].join(", ");
  if (problemCount + leftCount === 0) return first;
  return [`${first}.`, ...named, ...more, ...describeSkipped(left, leftCount)].join(" ");
}

function describeSkipped(left: CalendarReport["left"], total: number): string[] {
  if (total === 0) return [];
  const labels = left.map(({ property, count }) =>
    Object.hasOwn(NOUNS, property) ? formatCount(count, NOUNS[property] ?? "") : `${count} × ${property}`,
  );
  const others = total - left.reduce((sum, { count }) => sum + count, 0);
  return [`Not imported: ${[...labels, ...(others > 0 ? [`${others} × others`] : [])].join(", ")}.`];
}
