"use client";

import { type RefObject, useEffect } from "react";
import { leaveAlone } from "./alone";

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
