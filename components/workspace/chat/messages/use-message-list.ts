"use client";

import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  type Rect,
  useVirtualizer,
} from "@tanstack/react-virtual";
import type { UIMessage } from "ai";
import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import { factsOfPart } from "@/lib/shared/chat/built-in-tools";
import type { Entry } from "./entries";
import { type Earlier, useEarlier } from "./use-earlier";
import { GAP, type List, type Scroller, useHold, useReveal, useStoredScroll } from "./use-list-places";

/** Number of last entries that the server renders. */
const FIRST = 20;
/** Distance in px within which the list counts as scrolled to the end. */
const NEAR = 4;
/** Scroll offset beyond the height of any conversation. */
const END = 1e8;

/**
 * Determines which entries are rendered and where. Follows the end while text grows if the user is there,
 * otherwise keeps the position. Heights are estimated until measured, which happens before paint.
 */
export function useMessageList(
  scroller: Scroller,
  conversationId: string,
  entries: readonly Entry[],
  onEnd: (isAtEnd: boolean) => void,
  earlier: Earlier,
) {
  /** Size of the scroller; undefined until measured. */
  const [frame, setFrame] = useState<Rect>();
  const isPlaced = frame !== undefined;
  const focused = useRef<string>(undefined);

  const keys = useStable(entries.map(({ key }) => key));
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      // Keep the row with the focus mounted, so that an edit in it continues and Tab starts from there.
      const focusedIndex = focused.current === undefined ? -1 : keys.indexOf(focused.current);
      return focusedIndex < 0 || indexes.includes(focusedIndex)
        ? indexes
        : [...indexes, focusedIndex].sort((a, b) => a - b);
    },
    [keys],
  );

  const list = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: keys.length,
    getScrollElement: () => (isPlaced ? scroller.current : null),
    getItemKey: useCallback((index) => keys[index] ?? index, [keys]),
    estimateSize: (index) => heightOf(entries[index], frame?.width),
    // Rows that are hidden, for example behind the other tab on a phone, have no height. Keep their last
    // measured height.
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
  const { follows, hold, toEnd } = useFollowing(list, scroller, { keys, frame, setFrame, onEnd });
  const { marked, reveal, bring } = useReveal(list, scroller, { keys, follows, hold });
  useStoredScroll(list, scroller, {
    ...{ conversationId, keys, isPlaced, follows, hold },
    reach: (key) => earlier.conversation.reach(key),
  });
  const { isAtStart, toStart } = useEarlier(list, { keys, follows, isPlaced }, earlier);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.altKey || event.ctrlKey || event.metaKey) return;
    // Native smooth scrolling would stop early when rows on the way are higher than estimated.
    if (event.key === "Home") toStart();
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
    isAtStart,
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

/** Tracks whether the user is at the end and keeps the list there while it grows. */
function useFollowing(list: List, scroller: Scroller, { keys, frame, setFrame, onEnd }: Following) {
  const isPlaced = frame !== undefined;
  const follows = useRef(true);
  const hold = useHold(list, scroller, follows);
  const place = useRef(0);
  /** The row at the top edge, and the part of its height above that edge. */
  const reading = useRef<{ key: string; part: number }>(undefined);
  /** Distance in px from the end to which the user scrolled the server's page before hydration. */
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
      const row = list.getVirtualItemForOffset(scrollOffset);
      reading.current = row && { key: String(row.key), part: (scrollOffset - row.start) / row.size };
      // After a resize, the virtualiser may not know yet that the scroller grew, and the DOM may not know
      // that a row grew. So follow the end if the list is at its end by either measurement.
      follows.current =
        list.getTotalSize() - scrollRect.height - scrollOffset <= NEAR ||
        (follows.current && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR);
      onEnd(follows.current);
    };
    const sizeOf = () => ({ width: box.clientWidth, height: box.clientHeight });
    let before = sizeOf();
    const observer = new ResizeObserver(() => {
      const now = sizeOf();
      const { current: row } = reading;
      if (now.height > 0 && follows.current) list.scrollToEnd();
      else if (now.height > 0 && before.height === 0) list.scrollToOffset(place.current);
      else if (now.height > 0 && now.width !== before.width && row)
        // A new width changes the heights of all rows, so keep the position of the row that the user reads.
        hold(
          () => box.querySelector(`[data-key="${CSS.escape(row.key)}"]`),
          ({ top, height }, view) => Math.round(top + row.part * height - view.top),
        );
      before = now;
    });
    observer.observe(box);
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", onScroll);
    };
  }, [scroller, list, isPlaced, onEnd, hold]);
  return { follows, hold, toEnd };
}

const LINE = 24;
const WIDTH = 432;
const GUTTERS = 48;
/** Estimated height in px of a call that makes an image. */
const IMAGE = 400;
/** Estimated height in px of a call that takes a screenshot. */
const SHOT = 150;
/** Average width in px of a character. */
const LETTER = 7.2;

/** Estimates the height in px of an entry that was never measured, for a roughly correct scrollbar. */
function heightOf(entry: Entry | undefined, width = WIDTH): number {
  if (!entry || !("message" in entry)) return LINE;
  const { message } = entry;
  const letters = Math.max(20, (width - GUTTERS) / LETTER);
  const parts = message.parts.map((part) => partHeight(part, letters)).filter((height) => height > 0);
  const inside = parts.reduce((sum, height) => sum + height, 0) + Math.max(0, parts.length - 1) * 16;
  return message.role === "user" ? inside + 20 : inside;
}

function partHeight(part: UIMessage["parts"][number], letters: number): number {
  if (part.type === "text") return Math.max(1, Math.ceil(part.text.length / letters)) * LINE;
  if (part.type === "step-start") return 0;
  const gives = factsOfPart(part.type)?.gives;
  if (gives === "picture") return IMAGE;
  if (gives === "screenshot") return SHOT;
  return part.type === "reasoning" ? 20 : 40;
}
