import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * Scrolls the agenda to today once for each `span` of displayed days, so that past days are above the
 * viewport. Returns a function that scrolls to today again.
 */
export function useAgendaStart(
  area: RefObject<HTMLElement | null>,
  { isOn, span, today, entries }: { isOn: boolean; span: string; today: string; entries: unknown },
): () => void {
  const scrolledSpan = useRef<string>(undefined);
  const begin = useCallback(() => {
    const days = [...(area.current?.querySelectorAll<HTMLElement>("[data-date]") ?? [])];
    const next = days.find(({ dataset }) => (dataset.date ?? "") >= today);
    if (!area.current || !next) return false;
    const { top } = area.current.getBoundingClientRect();
    // A day's heading is sticky, so measure the container of the day instead.
    const day = next.parentElement ?? next;
    const from = next === days[0] ? 0 : area.current.scrollTop + day.getBoundingClientRect().top - top;
    area.current.scrollTo({ top: from });
    return true;
  }, [area, today]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the entries have loaded
  useEffect(() => {
    if (!isOn) scrolledSpan.current = undefined;
    if (!isOn || scrolledSpan.current === span) return;
    // The list has its final height only after layout, two frames later.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (begin()) scrolledSpan.current = span;
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [isOn, span, entries, begin]);
  return begin;
}
