import { type KeyboardEvent, type RefObject, useRef } from "react";
import { Temporal } from "temporal-polyfill";
import type { Shown, Times } from "./event-draft";

const STEPS: Partial<Record<string, Step>> = {
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
  ArrowUp: { minutes: -30 },
  ArrowDown: { minutes: 30 },
};
type Step = { days?: number; minutes?: number };
type Entries = readonly { id: string; extendedProps: { shown?: Shown; rank: number } }[];

/**
 * Returns a handler for keys that moves the focused event: Shift and an arrow move it by a day or by half an hour.
 * `onMove` resolves when the event is saved and drawn again.
 */
export function useMoveKeys(
  area: RefObject<HTMLElement | null>,
  entries: Entries,
  timeZone: string,
  onMove: (shown: Shown, times: Times) => Promise<void>,
) {
  const isMoving = useRef(false);
  return (press: KeyboardEvent) => {
    const step = press.shiftKey ? STEPS[press.key] : undefined;
    const shown = step && focusedEvent(press.target, entries);
    if (!step || !shown) return;
    press.preventDefault();
    if (isMoving.current) return;
    isMoving.current = true;
    void onMove(shown, movedBy(shown.occurrence, step, timeZone)).finally(() => {
      isMoving.current = false;
      requestAnimationFrame(() => focusEvent(area.current, shown.occurrence.key));
    });
  };
}

function focusedEvent(target: EventTarget, entries: Entries): Shown | undefined {
  if (!(target instanceof Element)) return undefined;
  const [inside, ...others] = target.querySelectorAll<HTMLElement>("[data-entry=event]");
  // The key of a child bubbles from the focused element itself, which contains exactly one event.
  if (!inside || others.length > 0) return undefined;
  return entries.find(({ id }) => id === inside.dataset.key)?.extendedProps.shown;
}

/** An event that was drawn again is another element, so it gets the focus back. */
function focusEvent(area: HTMLElement | null, key: string): void {
  if (!area || (document.activeElement !== document.body && area.contains(document.activeElement))) return;
  const inside = area.querySelector(`[data-entry=event][data-key="${CSS.escape(key)}"]`);
  inside?.closest<HTMLElement>("a[href], [tabindex]")?.focus();
}

/** Moves times by days of the calendar or by minutes. A day that is not 24 hours long keeps the local time. */
export function movedBy(
  { start, end, allDay }: Times,
  { days = 0, minutes = 0 }: Step,
  timeZone: string,
): Times {
  if (allDay) {
    const shift = { days: days + Math.sign(minutes) * 7 };
    const day = (at: string) => Temporal.PlainDate.from(at).add(shift).toString();
    return { start: day(start), end: end && day(end), allDay };
  }
  const instant = (at: string) =>
    Temporal.Instant.from(at)
      .toZonedDateTimeISO(timeZone)
      .add({ days, minutes })
      .toInstant()
      .toString({ smallestUnit: "second" });
  return { start: instant(start), end: end && instant(end), allDay };
}
