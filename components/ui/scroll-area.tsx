"use client";

import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import { cn } from "./cn";

type ScrollAreaProps = Omit<ComponentProps<"section">, "ref"> & {
  /** What it holds, for the screen reader on whose way it stands when it scrolls. */
  label: string;
  ref?: RefObject<HTMLElement | null>;
};

/** A box that scrolls by itself. It can be reached by keyboard as long as there is something to scroll. */
export function ScrollArea({ label, ref, className, ...props }: ScrollAreaProps) {
  const own = useRef<HTMLElement>(null);
  const box = ref ?? own;
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const check = () =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(check);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [box]);
  const reachable = scrolls ? { tabIndex: 0, "aria-label": label } : {};
  return (
    <section
      ref={box}
      data-slot="scroll-area"
      className={cn("relative overflow-auto -outline-offset-2", className)}
      {...reachable}
      {...props}
    />
  );
}
