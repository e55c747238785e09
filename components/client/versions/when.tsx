"use client";

import { useTimeZone } from "@/components/ui/kit/clock";
import { clock, fullTime } from "@/lib/shared/chat/time";
import { t } from "@/lib/shared/i18n/en/versions";
import { formatTag } from "@/lib/shared/i18n/locale";

/** Shows a time in the middle of a sentence, such as "today at 10:46". */
export function When({ at, now }: { at: string; now: string }) {
  const zone = useTimeZone();
  return (
    <time dateTime={at} title={fullTime(at, zone)}>
      {t("at", { day: day(at, now, zone), time: clock(at, zone) })}
    </time>
  );
}

const DAY_MS = 86_400_000;

function day(at: string, now: string, timeZone: string): string {
  const days = (midnightOf(at, timeZone) - midnightOf(now, timeZone)) / DAY_MS;
  if (Math.abs(days) <= 1)
    return new Intl.RelativeTimeFormat(formatTag(), { numeric: "auto" }).format(days, "day");
  const isThisYear = at.slice(0, 4) === now.slice(0, 4);
  const year = isThisYear ? undefined : "numeric";
  return new Intl.DateTimeFormat(formatTag(), { day: "numeric", month: "short", year, timeZone }).format(
    new Date(at),
  );
}

/** Returns the start of the calendar day in the zone, as if the zone were UTC. */
const midnightOf = (at: string, timeZone: string): number =>
  Date.parse(new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date(at)));
