"use client";

import { type ComponentProps, useEffect, useImperativeHandle, useRef, useState } from "react";
import { cn } from "./cn";

type ScrollAreaProps = ComponentProps<"section"> & {
  /** What it holds, for the screen reader on whose way it stands when it scrolls. */
  label?: string;
  /** When the bars are seen is the browser's business: it draws its own, in our colours. */
  type?: "auto" | "always" | "scroll" | "hover";
  scrollHideDelay?: number;
};

/** A box that scrolls by itself. It can be reached by keyboard as long as there is something to scroll. */
export function ScrollArea({ label, ref, type, scrollHideDelay, className, ...props }: ScrollAreaProps) {
  const box = useRef<HTMLElement>(null);
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => box.current, []);
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
  }, []);
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

type ScrollBarProps = ComponentProps<"div"> & { orientation?: "vertical" | "horizontal"; forceMount?: true };

/** Nothing to draw: both ways, the bars come where there is more than fits. */
export function ScrollBar(_: ScrollBarProps) {
  return null;
}
