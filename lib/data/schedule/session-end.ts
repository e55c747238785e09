import type { SessionRule } from "@/lib/shared/memory/memory-sessions";
import { instantsOf, wallTimeOf } from "./zoned";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Returns the last time at or before `now` at which the rule ends sessions, or null if it never does. If a
 * clock change skips the time, the end of the gap counts; if the time occurs twice, the first one counts.
 */
export function lastSessionEnd(
  { autoDivide, time, weekday }: Pick<SessionRule, "autoDivide" | "time" | "weekday">,
  timeZone: string,
  now: Date,
): Date | null {
  if (autoDivide === "none") return null;
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const today = Math.floor(wallTimeOf(now.getTime(), timeZone) / DAY_MS);
  const sinceWeekday = (new Date(today * DAY_MS).getUTCDay() - weekday + 7) % 7;
  const [first, step] = autoDivide === "daily" ? [today, 1] : [today - sinceWeekday, 7];
  for (let day = first; ; day -= step) {
    const { instants, gapEnd } = instantsOf(day * DAY_MS + (hour * 60 + minute) * MINUTE_MS, timeZone);
    const at = instants[0] ?? gapEnd;
    if (at <= now.getTime()) return new Date(at);
  }
}
