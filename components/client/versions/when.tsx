"use client";

import { useTimeZone } from "@/components/ui/kit/clock";
import { clock, dayLabel, fullTime } from "@/lib/shared/chat/time";

export function When({ at, now }: { at: string; now: string }) {
  const zone = useTimeZone();
  return (
    <time dateTime={at} title={fullTime(at, zone)}>
      {day(at, now, zone)} at {clock(at, zone)}
    </time>
  );
}

function day(at: string, now: string, timeZone: string): string {
  // `dayLabel` handles past times only, so swap the arguments for a future time.
  const isAhead = Date.parse(at) > Date.parse(now);
  const label = isAhead ? dayLabel(now, at, timeZone) : dayLabel(at, now, timeZone);
  if (isAhead && label === "Yesterday") return "tomorrow";
  if (label === "Today" || label === "Yesterday") return label.toLowerCase();
  const isThisYear = at.slice(0, 4) === now.slice(0, 4);
  const year = isThisYear ? undefined : "numeric";
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year, timeZone }).format(
    new Date(at),
  );
}
