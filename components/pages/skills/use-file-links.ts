"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Returns a ref for a text whose relative links open files of the skill instead of pages. */
export function useFileLinks(
  paths: readonly string[],
  onOpen: (path: string) => void,
): RefObject<HTMLElement | null> {
  const text = useRef<HTMLElement>(null);
  const latest = useRef(paths);
  latest.current = paths;
  useEffect(() => {
    const element = text.current;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const path = pathOf(link?.getAttribute("href") ?? "");
      if (!latest.current.includes(path)) return;
      event.preventDefault();
      event.stopPropagation();
      onOpen(path);
    };
    element?.addEventListener("click", follow, true);
    return () => element?.removeEventListener("click", follow, true);
  }, [onOpen]);
  return text;
}

function pathOf(href: string): string {
  try {
    return decodeURIComponent(href.replace(/^\.\//, "").replace(/#.*$/, ""));
  } catch {
    return "";
  }
}
