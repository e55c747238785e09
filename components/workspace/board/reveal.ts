"use client";

import { type RefObject, startTransition, useEffect, useRef, useState } from "react";

/** Drawn before it is seen, so that who scrolls finds it there. */
const AHEAD = "600px";
const PATIENCE_MS = 400;

/**
 * Lets one after the other be drawn, each when the one before it is there and the browser has time for it: many at once
 * would make the page wait. `ahead`: what has to be loaded first, for all that wait for the same code are drawn with it.
 */
export class Turns {
  #last: Promise<unknown>;

  constructor(ahead: Promise<unknown>) {
    this.#last = ahead.catch(() => {});
  }

  /** Resolves when it is time to draw; what it gives is called once that is done. */
  take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = this.#last.then(nextIdle).then(() => {
      // Who has left in the middle holds nobody up.
      setTimeout(resolve, PATIENCE_MS);
      return resolve;
    });
    this.#last = turn.then(() => promise);
    return turn;
  }
}

const nextIdle = () =>
  new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
    else setTimeout(resolve, 30);
  });

/** Whether an element has been near to what is seen, and had its turn since. */
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
