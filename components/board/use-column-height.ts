import { type CSSProperties, type RefObject, useEffect, useState } from "react";

/** What is still on its way, or not drawn yet. */
const COMING = ':is([aria-busy="true"], [data-slot="skeleton"]):not([hidden], [hidden] *)';
/** What is drawn without a word. */
const MEDIA = "iframe, svg, img, canvas";
const KEY = "easel:board-heights";
/** More than one board has tiles. */
const MAX_KEPT = 200;
/** A long one is scrolled by itself, with room beside it to scroll the page. */
const MOST = "80svh";

/**
 * How high a tile is in the one column of a phone: as what is in `body`. Until that is drawn it is as high as it was last
 * in this browser, or `place` px as in the grid, so that the tiles below it stay where they are. Nothing without a place.
 */
export function useColumnHeight(
  body: RefObject<HTMLElement | null>,
  id: string,
  place: number | undefined,
): CSSProperties | undefined {
  const isColumn = place !== undefined;
  const [before] = useState(() => (isColumn ? keptHeights()[id] : undefined));
  const isDrawn = useDrawn(body, isColumn);
  useEffect(() => {
    if (!body.current || !isDrawn) return;
    const observer = new ResizeObserver(([entry]) => entry && keepHeight(id, entry.contentRect.height));
    observer.observe(body.current);
    return () => observer.disconnect();
  }, [body, id, isDrawn]);
  if (!isColumn) return;
  const height = before ?? place;
  return {
    maxHeight: MOST,
    minHeight: isDrawn ? undefined : `min(${height}px, ${MOST})`,
    // While it is out of sight and was never in sight.
    containIntrinsicHeight: `auto ${height}px`,
  };
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
