import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * Lets an agenda begin with today: what is over lies above, to be scrolled back to. `span`: which days it shows; of other ones it
 * begins anew. Gives what goes back to today.
 */
export function useAgendaStart(
  area: RefObject<HTMLElement | null>,
  { isOn, span, today, entries }: { isOn: boolean; span: string; today: string; entries: unknown },
): () => void {
  const begun = useRef<string>(undefined);
  const begin = useCallback(() => {
    const days = [...(area.current?.querySelectorAll<HTMLElement>("[data-date]") ?? [])];
    const next = days.find(({ dataset }) => (dataset.date ?? "") >= today);
    if (!area.current || !next) return false;
    const { top } = area.current.getBoundingClientRect();
    // The heading of a day stays in sight while one scrolls; the day itself does not.
    const day = next.parentElement ?? next;
    const from = next === days[0] ? 0 : area.current.scrollTop + day.getBoundingClientRect().top - top;
    area.current.scrollTo({ top: from });
    return true;
  }, [area, today]);
  // Its days are there as soon as what takes place on them is read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again when entries have come
  useEffect(() => {
    if (!isOn) begun.current = undefined;
    if (!isOn || begun.current === span) return;
    // The list has its height only when it is laid out.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (begin()) begun.current = span;
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [isOn, span, entries, begin]);
  return begin;
}
