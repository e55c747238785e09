"use client";

import type { Virtualizer } from "@tanstack/react-virtual";
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { targetOf } from "@/components/ui/kit/link";
import { keepScroll, type ScrollPlace, takeScroll } from "./stored-scroll";

export const GAP = 24;
const MARKED_MS = 2_400;
/** Stop once the element is in place for `STILL` consecutive frames, and after `MAX_FRAMES` at the latest. */
const STILL = 10;
const MAX_FRAMES = 120;
/** Events of user input that may scroll the list. */
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

export type List = Virtualizer<HTMLDivElement, HTMLElement>;
export type Scroller = RefObject<HTMLDivElement | null>;

type Hold = (find: () => Element | null | undefined, offOf: (row: DOMRect, view: DOMRect) => number) => void;

/**
 * Returns a function that scrolls until `offOf` (distance in pixels) is 0 for the element. It corrects the
 * position while rows are being measured and stops on user input.
 */
export function useHold(list: List, scroller: Scroller, follows: RefObject<boolean>): Hold {
  return useCallback(
    (find, offOf) => {
      const box = scroller.current;
      if (!box) return;
      let frames = 0;
      let still = 0;
      let isLeft = false;
      const leave = () => {
        isLeft = true;
      };
      for (const type of HANDS) box.addEventListener(type, leave, { passive: true, once: true });
      const look = () => {
        const element = find();
        if (isLeft || element === undefined || still === STILL || frames++ > MAX_FRAMES) {
          for (const type of HANDS) box.removeEventListener(type, leave);
          return;
        }
        const off = element ? offOf(element.getBoundingClientRect(), box.getBoundingClientRect()) : 0;
        still = element && off === 0 ? still + 1 : 0;
        if (off !== 0) list.scrollToOffset(box.scrollTop + off);
        requestAnimationFrame(look);
      };
      follows.current = false;
      look();
    },
    [list, scroller, follows],
  );
}

type Reveal = { keys: readonly string[]; follows: RefObject<boolean>; hold: Hold };

export function useReveal(list: List, scroller: Scroller, { keys, follows, hold }: Reveal) {
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
    (element: HTMLElement) =>
      hold(
        () => (element.isConnected ? element : undefined),
        ({ top, bottom }, view) => {
          const isSeen = top >= view.top && (bottom <= view.bottom || top <= view.top + GAP);
          return isSeen ? 0 : top - view.top - GAP;
        },
      ),
    [hold],
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

type ScrollOptions = Reveal & {
  conversationId: string;
  isPlaced: boolean;
  /** Loads the entry with this key. */
  reach: (key: string) => void;
};

/** Restores the scroll position after a reload or a change of agent, unless the user was at the end. */
export function useStoredScroll(
  list: List,
  scroller: Scroller,
  { conversationId, keys, isPlaced, follows, hold, reach }: ScrollOptions,
) {
  /** Position to restore. It waits until its message is loaded, as a page contains only the last messages. */
  const waiting = useRef<ScrollPlace>(undefined);
  const requested = useRef<string>(undefined);
  const goOn = useEffectEvent(() => {
    const stored = waiting.current;
    const index = stored ? keys.indexOf(stored.key) : -1;
    // If the user scrolled before hydration or the URL names a target, do not restore the position.
    const isElsewhere = !follows.current || targetOf(location.hash) !== undefined;
    if (index >= 0 || isElsewhere) waiting.current = undefined;
    if (!stored || isElsewhere) return;
    if (index < 0) {
      if (requested.current !== stored.key) reach(stored.key);
      requested.current = stored.key;
      return;
    }
    list.scrollToIndex(index, { align: "start" });
    hold(
      () => scroller.current?.querySelector(`[data-key="${CSS.escape(stored.key)}"]`),
      (row, view) => {
        const off = row.top - view.top - stored.top;
        return Math.abs(off) < 1 ? 0 : off;
      },
    );
  });
  useLayoutEffect(() => {
    if (isPlaced) waiting.current ??= takeScroll(conversationId);
  }, [isPlaced, conversationId]);
  useLayoutEffect(() => {
    if (isPlaced && keys.length > 0) goOn();
  }, [isPlaced, keys]);
  useEffect(() => {
    const keep = () => {
      const from = list.scrollOffset ?? 0;
      const row = follows.current ? undefined : list.getVirtualItemForOffset(from);
      keepScroll(conversationId, row ? { key: String(row.key), top: row.start - from } : waiting.current);
    };
    addEventListener("pagehide", keep);
    return () => removeEventListener("pagehide", keep);
  }, [list, follows, conversationId]);
}
