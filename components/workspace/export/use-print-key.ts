"use client";

import { useEffect, useRef } from "react";

/**
 * Has Ctrl+P (⌘P) print the whole conversation, of which the page itself holds only what is in sight. The browser's own
 * menu still prints the page. Without `print` there is nothing to print but the page.
 */
export function usePrintKey(print: (() => void) | undefined): void {
  const latest = useRef(print);
  useEffect(() => {
    latest.current = print;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "p" || event.ctrlKey === event.metaKey) return;
      if (event.shiftKey || event.altKey || event.repeat || event.defaultPrevented || !latest.current) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
