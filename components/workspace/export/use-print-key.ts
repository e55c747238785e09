"use client";

import { useEffect, useRef } from "react";

/**
 * Makes Ctrl+P (⌘P) print the whole conversation, because the page contains only visible messages. The
 * browser's menu still prints the page, and so does the key without `print`.
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
