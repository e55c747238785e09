"use client";

import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  type Rect,
  useVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual";
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useStable } from "@/components/kit/use-stable";
import type { Entry } from "./entries";
import { heightOf } from "./entry-height";

/** So many of the last entries does the server draw. */
const FIRST = 20;
/** Closer to the end than this is at the end. */
const NEAR = 4;
const GAP = 24;
const MARKED_MS = 2_400;
/** What has stayed in view for so many frames stays there; no list is looked at for longer than so many. */
const STILL = 10;
const MAX_FRAMES = 120;
/** Further down than any conversation is long. */
const END = 1e8;

type List = Virtualizer<HTMLDivElement, HTMLElement>;
type Scroller = RefObject<HTMLDivElement | null>;

/**
 * Which entries are drawn and where. Keeps a reader who is at the end there while text grows, and everybody else where
 * they are. The place of an entry that was never drawn is guessed until it is measured, before it is painted.
 */
export function useMessageList(
  scroller: Scroller,
  entries: readonly Entry[],
  onEnd: (isAtEnd: boolean) => void,
) {
  /** The window onto the list, once it is known. */
  const [frame, setFrame] = useState<Rect>();
  const isPlaced = frame !== undefined;
  const focused = useRef<string>(undefined);

  const keys = useStable(entries.map(({ key }) => key));
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      // The row that has the focus stays: an edit goes on, and Tab goes on from there.
      const kept = focused.current === undefined ? -1 : keys.indexOf(focused.current);
      return kept < 0 || indexes.includes(kept) ? indexes : [...indexes, kept].sort((a, b) => a - b);
    },
    [keys],
  );

  const list = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: keys.length,
    getScrollElement: () => (isPlaced ? scroller.current : null),
    getItemKey: useCallback((index) => keys[index] ?? index, [keys]),
    estimateSize: (index) => heightOf(entries[index], frame?.width),
    // What is not displayed, such as the other tab of a phone, keeps the size that it had.
    measureElement: (element, entry, instance) =>
      measureElement(element, entry, instance) ||
      (instance.itemSizeCache.get(element.dataset.key ?? "") ?? 0),
    initialRect: frame,
    initialOffset: END,
    anchorTo: "end",
    scrollEndThreshold: NEAR,
    gap: GAP,
    paddingStart: 4,
    paddingEnd: GAP,
    scrollPaddingStart: GAP,
    overscan: 4,
    rangeExtractor,
    directDomUpdates: true,
    directDomUpdatesMode: "position",
  });
  const { follows, toEnd } = useFollowing(list, scroller, { keys, frame, setFrame, onEnd });
  const { marked, reveal, bring } = useReveal(list, scroller, keys, follows);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.altKey || event.ctrlKey || event.metaKey) return;
    // The browser would glide there, and stop where rows on the way turn out to be higher than guessed.
    if (event.key === "Home") list.scrollToIndex(0, { align: "start" });
    else if (event.key === "End") toEnd();
    else return;
    event.preventDefault();
  };
  const onFocus = ({ target }: FocusEvent) => {
    focused.current = target.closest<HTMLElement>("[data-key]")?.dataset.key;
  };
  const onBlur = () => {
    focused.current = undefined;
  };

  const first = Math.max(0, keys.length - FIRST);
  return {
    isPlaced,
    marked,
    indexes: isPlaced
      ? list.getVirtualItems().map(({ index }) => index)
      : keys.slice(first).map((_, index) => first + index),
    placing: isPlaced
      ? { containerRef: list.containerRef, measureElement: list.measureElement }
      : { containerRef: undefined, measureElement: undefined },
    toEnd,
    reveal,
    bring,
    onKeyDown,
    onFocus,
    onBlur,
  };
}

type Following = {
  keys: readonly string[];
  frame: Rect | undefined;
  setFrame: (frame: Rect) => void;
  onEnd: (isAtEnd: boolean) => void;
};

/** Whether the reader is at the end, and keeps them there; everybody else stays where they are. */
function useFollowing(list: List, scroller: Scroller, { keys, frame, setFrame, onEnd }: Following) {
  const isPlaced = frame !== undefined;
  const follows = useRef(true);
  const place = useRef(0);
  /** How far above the end of the server's page the reader had gone before it came to life. */
  const above = useRef(0);

  const toEnd = useCallback(() => {
    follows.current = true;
    onEnd(true);
    list.scrollToEnd();
  }, [list, onEnd]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    above.current = -box.scrollTop;
    setFrame({ width: box.clientWidth, height: box.clientHeight });
  }, [scroller, setFrame]);
  useLayoutEffect(() => {
    if (!frame || above.current <= NEAR) return;
    follows.current = false;
    list.scrollToOffset(list.getTotalSize() - frame.height - above.current);
  }, [frame, list]);

  const stayAtEnd = useEffectEvent(() => {
    if (isPlaced && follows.current) list.scrollToEnd();
  });
  // Follows what came to the list or left it.
  useLayoutEffect(() => {
    if (keys.length > 0) stayAtEnd();
  }, [keys]);

  useEffect(() => {
    const box = scroller.current;
    if (!box || !isPlaced) return;
    const onScroll = () => {
      const { scrollRect, scrollOffset } = list;
      if (!scrollRect?.height || scrollOffset === null) return;
      place.current = scrollOffset;
      // The list may not have heard yet that its window grew, and the page not yet that a row did: at the end by either
      // is at the end.
      follows.current =
        list.getTotalSize() - scrollRect.height - scrollOffset <= NEAR ||
        (follows.current && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR);
      onEnd(follows.current);
    };
    let before = box.clientHeight;
    const observer = new ResizeObserver(() => {
      const now = box.clientHeight;
      if (now > 0 && follows.current) list.scrollToEnd();
      else if (now > 0 && before === 0) list.scrollToOffset(place.current);
      before = now;
    });
    observer.observe(box);
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", onScroll);
    };
  }, [scroller, list, isPlaced, onEnd]);
  return { follows, toEnd };
}

/** Ways to bring a message, or a part of one, into view. */
function useReveal(list: List, scroller: Scroller, keys: readonly string[], follows: RefObject<boolean>) {
  const [marked, setMarked] = useState<string>();
  const toFocus = useRef<string>(undefined);

  const reveal = useCallback(
    (key: string) => {
      const index = keys.indexOf(key);
      if (index < 0) return false;
      follows.current = false;
      list.scrollToIndex(index, { align: "start" });
      toFocus.current = key;
      setMarked(key);
      return true;
    },
    [list, keys, follows],
  );
  const bring = useCallback(
    (element: HTMLElement) => {
      const box = scroller.current;
      if (!box) return;
      let frames = 0;
      let still = 0;
      const look = () => {
        if (!element.isConnected || still === STILL || frames++ > MAX_FRAMES) return;
        const [{ top, bottom }, view] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
        const isSeen = top >= view.top && (bottom <= view.bottom || top <= view.top + GAP);
        still = isSeen ? still + 1 : 0;
        if (!isSeen) list.scrollToOffset(box.scrollTop + top - view.top - GAP);
        requestAnimationFrame(look);
      };
      follows.current = false;
      look();
    },
    [list, scroller, follows],
  );
  useEffect(() => {
    if (!marked) return;
    const timer = setTimeout(() => setMarked(undefined), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);
  useEffect(() => {
    if (!toFocus.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(toFocus.current)}"]`);
    if (row) toFocus.current = undefined;
    if (row && !row.contains(document.activeElement)) row.focus({ preventScroll: true });
  });
  return { marked, reveal, bring };
}
