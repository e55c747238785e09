"use client";

import { type RefObject, startTransition, useEffect, useRef, useState } from "react";

/**
 * Distance from the viewport within which tiles render, so that they are complete when they scroll into view.
 */
const AHEAD = "600px";
const PATIENCE_MS = 400;

/**
 * Renders tiles one after another, because rendering many at once would block the page. Each tile waits until
 * the previous one is done and the browser is idle. `ahead` resolves when the code that all tiles need is
 * loaded.
 */
export class Turns {
  #last: Promise<unknown>;

  constructor(ahead: Promise<unknown>) {
    this.#last = ahead.catch(() => {});
  }

  /** Resolves when the tile may render. The caller calls the resolved function once the tile has rendered. */
  take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = this.#last.then(nextIdle).then(() => {
      // A tile that unmounts before it is done must not block the others.
      setTimeout(resolve, PATIENCE_MS);
      return resolve;
    });
    this.#last = turn.then(() => promise);
    return turn;
  }
}

export const nextIdle = () =>
  new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
    else setTimeout(resolve, 30);
  });

export function useRevealed(element: RefObject<HTMLElement | null>, turns: Turns): boolean {
  const [isRevealed, setRevealed] = useState(false);
  const done = useRef<() => void>(undefined);
  useEffect(() => {
    const { current } = element;
    if (!current || isRevealed) return;
    let isLeft = false;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void turns.take().then((next) => {
          done.current = next;
          if (isLeft) next();
          else startTransition(() => setRevealed(true));
        });
      },
      { rootMargin: AHEAD },
    );
    observer.observe(current);
    return () => {
      isLeft = true;
      observer.disconnect();
    };
  }, [element, turns, isRevealed]);
  useEffect(() => {
    if (isRevealed) done.current?.();
  }, [isRevealed]);
  return isRevealed;
}
