import { useState } from "react";
import { failureText } from "@/components/client/failure";
import type { Scope } from "@/lib/shared/calendar";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import { formatTag } from "@/lib/shared/i18n/locale";
import { entryIn } from "./calendar-entry";
import { isOfSeries, type Shown, storedTimes, type Times, titleOf } from "./event-draft";
import type { Calendar } from "./use-calendar";

type Moved = { shown: Shown; times: Times; revert: () => void };
type Dated = { start: Date | null; end: Date | null; startStr: string; endStr: string; allDay: boolean };
type Dropped = { event: Dated & { extendedProps: Record<string, unknown> }; revert: () => void };

/** Saves events that the user moved or resized. For a series, it first asks which events to change. */
export function useMoving(
  calendar: Pick<Calendar, "change">,
  timeZone: string,
  say: (text: string, canUndo?: boolean) => void,
) {
  const [moved, setMoved] = useState<Moved>();
  const place = async ({ shown, times, revert }: Moved, scope: Scope) => {
    setMoved(undefined);
    try {
      await calendar.change(shown, scope, storedTimes(times));
      say(describeMove(shown, times, timeZone), true);
    } catch (error) {
      revert();
      say(t("notMoved", { error: failureText(error) }));
    }
  };
  const begin = async (wanted: Moved) => {
    if (isOfSeries(wanted.shown)) setMoved(wanted);
    else await place(wanted, "this");
  };
  const move = (info: Dropped) => {
    const entry = entryIn(info.event);
    if ("job" in entry) return info.revert();
    void begin({ shown: entry, times: timesOf(info.event), revert: info.revert });
  };
  const moveTo = (shown: Shown, times: Times) => begin({ shown, times, revert: () => {} });
  const putBack = () => {
    moved?.revert();
    setMoved(undefined);
  };
  return { moved, move, moveTo, place, putBack };
}

/** Returns the times to store: unconverted dates for all-day events, instants for others. */
export function timesOf({ start, end, startStr, endStr, allDay }: Dated): Times {
  const instant = (at: Date) => at.toISOString().replace(/\.\d+Z$/, "Z");
  if (allDay || !start)
    return { start: startStr.slice(0, 10), end: endStr ? endStr.slice(0, 10) : null, allDay: true };
  return { start: instant(start), end: end && instant(end), allDay: false };
}

/** Returns "Dentist: Tue 24 Nov, 10:00 → Wed 25 Nov, 14:00", or the end if only that changed. */
function describeMove({ event, occurrence: was }: Shown, is: Times, timeZone: string): string {
  const title = titleOf(event);
  const isSameStart = Date.parse(was.start) === Date.parse(is.start) && was.allDay === is.allDay;
  if (isSameStart && is.end) return t("nowUntil", { title, end: dayTime(is.end, is.allDay, timeZone) });
  return `${title}: ${dayTime(was.start, was.allDay, timeZone)} → ${dayTime(is.start, is.allDay, timeZone)}`;
}

function dayTime(at: string, allDay: boolean, timeZone: string): string {
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  const style = allDay
    ? { ...day, timeZone: "UTC" }
    : ({ ...day, hour: "2-digit", minute: "2-digit", timeZone } as const);
  return new Intl.DateTimeFormat(formatTag(), style).format(new Date(at));
}
