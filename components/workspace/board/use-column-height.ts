import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useState } from "react";

/** What is still on its way, or not drawn yet. */
const COMING = ':is([aria-busy="true"], [data-slot="skeleton"]):not([hidden], [hidden] *)';
/** What is drawn without a word. */
const MEDIA = "iframe, svg, img, canvas";
const KEY = "easel:board-heights";
/** More than one board has tiles. */
const MAX_KEPT = 200;
/** A long one is scrolled by itself, with room beside it to scroll the page. */
const MOST = "80svh";

/** What moves the tiles below by less is not noticed. */
const LITTLE = 24;

/**
 * How high a tile is in the one column of a phone: as what is in `body`. Until that is drawn it is as high as it was last
 * in this browser, or `place` px where it was never drawn; one that was expected to be higher keeps that height while it is
 * seen, so that the tiles below it stay where they are. Nothing without a place.
 */
export function useColumnHeight(
  body: RefObject<HTMLElement | null>,
  id: string,
  place: number | undefined,
): CSSProperties | undefined {
  const isColumn = place !== undefined;
  const [before] = useState(() => (isColumn ? keptHeights()[id] : undefined));
  const height = before ?? place ?? 0;
  const isDrawn = useDrawn(body, isColumn);
  const isHeld = useHeld(body, isColumn && isDrawn, height);
  useEffect(() => {
    const { current } = body;
    if (!current || !isDrawn) return;
    const keep = () => {
      // What is out of sight has no height of its own.
      if (current.checkVisibility({ contentVisibilityAuto: true })) keepHeight(id, contentHeight(current));
    };
    const observer = new ResizeObserver(keep);
    for (const one of [current, ...current.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [body, id, isDrawn]);
  if (!isColumn) return;
  const held = `min(${height}px, ${MOST})`;
  return {
    maxHeight: isDrawn ? MOST : held,
    minHeight: isDrawn && !isHeld ? undefined : held,
    // While it is out of sight and was never in sight.
    containIntrinsicHeight: `auto ${height}px`,
  };
}

/** Whether an element that is drawn stays as high as it was expected to be: as long as what is below it would be seen to move. */
function useHeld(element: RefObject<HTMLElement | null>, isDrawn: boolean, height: number): boolean {
  const [isHeld, setHeld] = useState(true);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || !isDrawn) return;
    const isFar = ({ top, bottom }: DOMRectReadOnly) => bottom < 0 || top > innerHeight;
    const { top } = current.getBoundingClientRect();
    if (top + contentHeight(current) > innerHeight || height - contentHeight(current) <= LITTLE)
      return setHeld(false);
    const observer = new IntersectionObserver(([entry]) => {
      if (entry && isFar(entry.boundingClientRect)) setHeld(false);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isDrawn, height]);
  return isHeld;
}

/** Of what is in an element, however high that is itself. */
function contentHeight(element: HTMLElement): number {
  const { top } = element.getBoundingClientRect();
  const bottoms = [...element.children].map((one) => one.getBoundingClientRect().bottom);
  return Math.max(0, ...bottoms) - top + element.scrollTop;
}

/** Whether all that is in an element has been drawn once. */
function useDrawn(element: RefObject<HTMLElement | null>, isWatched: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || !isWatched || isDrawn) return;
    const look = () => setDrawn(hasAll(current));
    const observer = new MutationObserver(look);
    observer.observe(current, { subtree: true, childList: true, attributeFilter: ["aria-busy", "hidden"] });
    look();
    return () => observer.disconnect();
  }, [element, isWatched, isDrawn]);
  return isDrawn;
}

const hasAll = (element: HTMLElement): boolean =>
  element.querySelector(COMING) === null &&
  (element.textContent?.trim() !== "" || element.querySelector(MEDIA) !== null);

/** By tile, in px. */
function keptHeights(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

function keepHeight(id: string, height: number): void {
  if (height === 0) return;
  const { [id]: _, ...others } = keptHeights();
  const kept = [...Object.entries(others), [id, Math.round(height)]].slice(-MAX_KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A full or forbidden storage costs only that tiles move as they come.
  }
}
