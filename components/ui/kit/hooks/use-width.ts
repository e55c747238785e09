import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Returns the width of an element in pixels, or 0 while it is hidden or not mounted. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const measure = (width: number) => setWidth(Math.floor(width));
    measure(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && measure(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
