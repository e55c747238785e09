import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useState } from "react";

/** Matches content that is loading or not rendered yet. */
const COMING = ':is([aria-busy="true"], [data-slot="skeleton"]):not([hidden], [hidden] *)';
/** Content without text that counts as rendered. */
const MEDIA = "iframe, svg, img, canvas";
const KEY = "easel:board-heights";
/** Limits the heights stored for the tiles of all boards. */
const MAX_HEIGHTS = 200;
/** Taller tiles scroll inside, leaving space to scroll the page. */
const MAX_HEIGHT = "80svh";

/** Do not correct smaller differences in height (px), because users do not notice them. */
const LITTLE = 24;

/**
 * Returns the style for a tile's height in the phone column, or undefined without `place`. Until its content
 * renders, the tile has the height that this browser last measured, or `place` px if unknown. If the rendered
 * content is lower, the tile keeps the reserved height while it is visible, so that the tiles below do not
 * move.
 */
export function useColumnHeight(
  body: RefObject<HTMLElement | null>,
  id: string,
  place: number | undefined,
): CSSProperties | undefined {
  const isColumn = place !== undefined;
  const [before] = useState(() => (isColumn ? storedHeights()[id] : undefined));
  const height = before ?? place ?? 0;
  const isDrawn = useDrawn(body, isColumn);
  const isFixed = useFixedHeight(body, isColumn && isDrawn, height);
  useEffect(() => {
    const { current } = body;
    if (!current || !isDrawn) return;
    const keep = () => {
      // Content out of view has no layout and cannot be measured.
      if (current.checkVisibility({ contentVisibilityAuto: true })) keepHeight(id, contentHeight(current));
    };
    const observer = new ResizeObserver(keep);
    for (const one of [current, ...current.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [body, id, isDrawn]);
  if (!isColumn) return;
  const expected = `min(${height}px, ${MAX_HEIGHT})`;
  return {
    maxHeight: isDrawn ? MAX_HEIGHT : expected,
    minHeight: isDrawn && !isFixed ? undefined : expected,
    // The browser uses this height until the content has been in view once.
    containIntrinsicHeight: `auto ${height}px`,
  };
}

function useFixedHeight(element: RefObject<HTMLElement | null>, isDrawn: boolean, height: number): boolean {
  const [isFixed, setFixed] = useState(true);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || !isDrawn) return;
    const isFar = ({ top, bottom }: DOMRectReadOnly) => bottom < 0 || top > innerHeight;
    const { top } = current.getBoundingClientRect();
    if (top + contentHeight(current) > innerHeight || height - contentHeight(current) <= LITTLE)
      return setFixed(false);
    const observer = new IntersectionObserver(([entry]) => {
      if (entry && isFar(entry.boundingClientRect)) setFixed(false);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isDrawn, height]);
  return isFixed;
}

function contentHeight(element: HTMLElement): number {
  const { top } = element.getBoundingClientRect();
  const bottoms = [...element.children].map((one) => one.getBoundingClientRect().bottom);
  return Math.max(0, ...bottoms) - top + element.scrollTop;
}

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

/** Heights in px by tile id. */
function storedHeights(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

function keepHeight(id: string, height: number): void {
  if (height === 0) return;
  const { [id]: _, ...others } = storedHeights();
  const entries = [...Object.entries(others), [id, Math.round(height)]].slice(-MAX_HEIGHTS);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // If storage is full or unavailable, tiles shift while they load.
  }
}
