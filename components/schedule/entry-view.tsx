import { cn } from "@/components/ui/cn";
import type { CalendarEntry } from "./calendar-entries";
import { StatusMark } from "./status-mark";

/** One firing in the calendar, or the many of one job on a day. */
export function EntryView({ entry, time }: { entry: CalendarEntry; time: string }) {
  const { name, status, count, about } = entry;
  const isPale = status === "skipped" || status === "missed";
  return (
    <span title={`${name}: ${about}`} className="flex min-w-0 items-center gap-1.5 leading-5">
      <StatusMark status={status} />
      {count === 1 && <span className="shrink-0 text-meta text-ink-3 tabular-nums">{time}</span>}
      <span className={cn("min-w-0 flex-1 truncate", isPale && "text-ink-3 line-through")}>{name}</span>
      {count > 1 && <span className="shrink-0 text-meta text-ink-3 tabular-nums">{count}×</span>}
      <span className="sr-only">, {about}</span>
    </span>
  );
}
