import { type RefObject, useLayoutEffect, useRef, useState } from "react";

export type Size = { width: number; height: number };

/** Returns the size of the element with the ref `place`; 0 before it is laid out. */
export function useSize(): { place: RefObject<HTMLDivElement | null>; size: Size } {
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const read = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, size };
}
