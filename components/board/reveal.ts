"use client";

import { type RefObject, startTransition, useEffect, useState } from "react";

/** Drawn before it is seen, so that who scrolls finds it there. */
const AHEAD = "600px";
const PATIENCE_MS = 400;

/** Lets one after the other be drawn, each when the browser has time for it: many at once would make the page wait. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  take(): Promise<void> {
    this.#last = this.#last.then(nextIdle);
    return this.#last;
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
  useEffect(() => {
    const { current } = element;
    if (!current || isRevealed) return;
    let isLeft = false;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void turns.take().then(() => isLeft || startTransition(() => setRevealed(true)));
      },
      { rootMargin: AHEAD },
    );
    observer.observe(current);
    return () => {
      isLeft = true;
      observer.disconnect();
    };
  }, [element, turns, isRevealed]);
  return isRevealed;
}
