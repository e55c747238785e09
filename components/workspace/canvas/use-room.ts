"use client";

import { type RefObject, useLayoutEffect, useState } from "react";

/** The width of the stage in px; 0 until it is known, and the last one while it is hidden. */
export function useRoom(stage: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  // Without a list of dependencies the stage is found whenever it comes; observing it again costs nothing.
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => {
      if (element.clientWidth > 0) setRoom(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return room;
}
