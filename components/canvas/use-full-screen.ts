"use client";

import { type RefObject, useEffect } from "react";

/** While it is full, only the sheet can be reached, and Escape ends it. The sheet stays where it is in the document. */
export function useFullScreen(sheet: RefObject<HTMLElement | null>, isFull: boolean, leave: () => void) {
  useEffect(() => {
    const element = sheet.current;
    if (!isFull || !element) return;
    const restore = leaveAlone(element);
    // The menu that was chosen from gives the focus back to its button, which is in the sheet; a shortcut does not.
    const timer = setTimeout(() => {
      if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
    }, 100);
    const onKey = (event: KeyboardEvent) => {
      // A menu or a tooltip that is open takes the key first.
      if (event.key === "Escape" && !event.defaultPrevented) leave();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKey);
      restore();
      element.scrollIntoView({ block: "nearest" });
    };
  }, [sheet, isFull, leave]);
}

/** What speaks to those who cannot see goes on speaking, and a menu that is just closing gives the focus back itself. */
const FREE = "[aria-live], [role=status], [role=alert], [data-radix-popper-content-wrapper]";

/**
 * Makes all of the page but this element unreachable, until the returned function is called. What opens later, such as a
 * menu, is not concerned.
 */
function leaveAlone(element: Element): () => void {
  const others: Element[] = [];
  for (let at = element; at.parentElement && at !== document.body; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      if (other === at || other.matches(FREE) || other.hasAttribute("inert")) continue;
      other.setAttribute("inert", "");
      others.push(other);
    }
  }
  return () => {
    for (const other of others) other.removeAttribute("inert");
  };
}
