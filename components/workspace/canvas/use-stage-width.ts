"use client";

import { type RefObject, useLayoutEffect, useState } from "react";

/** Returns the width of the stage in px: 0 until measured, and the last width while hidden. */
export function useStageWidth(stage: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  // Without a dependency list, because the stage may mount at any render and observing it again costs little.
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return width;
}
