"use client";

import { type RefObject, useLayoutEffect, useState } from "react";

/** From here on two sheets lie side by side. */
const TWO = 900;

export function useIsWide(stage: RefObject<HTMLElement | null>): boolean {
  const [isWide, setIsWide] = useState(false);
  // Without a list of dependencies the stage is found whenever it comes; observing it again costs nothing.
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => {
      if (element.clientWidth > 0) setIsWide(element.clientWidth >= TWO);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return isWide;
}
