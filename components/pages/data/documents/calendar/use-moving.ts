import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { entryIn } from "./calendar-entry";
import { isOfSeries, type Shown, storedTimes, type Times, titleOf } from "./event-draft";
import type { Calendar } from "./use-calendar";

type Moved = { shown: Shown; times: Times; revert: () => void };
type Dated = { start: Date | null; end: Date | null; startStr: string; endStr: string; allDay: boolean };
type Dropped = { event: Dated & { extendedProps: Record<string, unknown> }; revert: () => void };

/** Saves events that the user dragged or resized. For a series, it first asks which events to change. */
export function useMoving(calendar: Calendar, say: (message: string) => void) {
  const [moved, setMoved] = useState<Moved>();
  const place = async ({ shown, times, revert }: Moved, scope: "this" | "following" | "all") => {
    setMoved(undefined);
    try {
      await calendar.change(shown, scope, storedTimes(times));
      say(`“${titleOf(shown.event)}” moved`);
    } catch (error) {
      revert();
      say(`Not moved. ${failureText(error)}`);
    }
  };
  const move = (info: Dropped) => {
    const entry = entryIn(info.event);
    if ("job" in entry) return info.revert();
    const dropped: Moved = { shown: entry, times: timesOf(info.event), revert: info.revert };
    if (isOfSeries(entry)) setMoved(dropped);
    else void place(dropped, "this");
  };
  const putBack = () => {
    moved?.revert();
    setMoved(undefined);
  };
  return { moved, move, place, putBack };
}

/** Returns the times to store: unconverted dates for all-day events, instants for others. */
export function timesOf({ start, end, startStr, endStr, allDay }: Dated): Times {
  const instant = (at: Date) => at.toISOString().replace(/\.\d+Z$/, "Z");
  if (allDay || !start)
    return { start: startStr.slice(0, 10), end: endStr ? endStr.slice(0, 10) : null, allDay: true };
  return { start: instant(start), end: end && instant(end), allDay: false };
}
