"use client";

import { type ComponentProps, useEffect, useImperativeHandle, useRef, useState } from "react";
import { cn } from "./cn";

type ScrollAreaProps = ComponentProps<"section"> & {
  /** Accessible name of the region while its content overflows, because it is focusable then. */
  label?: string;
  /** Accepted for compatibility and ignored: the browser draws its own scrollbars, in our colours. */
  type?: "auto" | "always" | "scroll" | "hover";
  scrollHideDelay?: number;
};

/** Scrollable region that is focusable by keyboard if its content overflows. */
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

/** Renders nothing: the browser shows scrollbars in both directions if needed. */
export function ScrollBar(_: ScrollBarProps) {
  return null;
}
