import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { LiveQuery, LiveState } from "@/components/draw/live-queries/live-query";
import { liveQueries } from "@/components/draw/live-queries/page-queries";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import type { Query } from "@/lib/shared/blocks/live";

/** Blocks within this distance of the viewport are read. */
const AHEAD = "400px";

type Live = { live: LiveQuery; state: LiveState; place: RefObject<HTMLDivElement | null> };

/** Returns a query and its newest result, read while the element at `place` is visible or close to it. */
export function useLive(asked: Query): Live {
  const query = useStable(asked);
  const live = useMemo(() => liveQueries().get(query), [query]);
  const state = useSyncExternalStore(
    (listener) => live.subscribe(listener),
    () => live.state,
    () => live.state,
  );
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  useEffect(() => liveQueries().use(), []);
  useEffect(() => (isSeen ? live.watch() : undefined), [live, isSeen]);
  return { live, state, place };
}

function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    let isNear = false;
    const tell = () => setSeen(isNear && document.visibilityState === "visible");
    const observer = new IntersectionObserver(
      (entries) => {
        isNear = entries.at(-1)?.isIntersecting ?? false;
        tell();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    document.addEventListener("visibilitychange", tell);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", tell);
    };
  }, [place]);
  return isSeen;
}
