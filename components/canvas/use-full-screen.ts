"use client";

import { type RefObject, useEffect } from "react";
import { leaveAlone } from "./alone";

/** While it is full, only the sheet can be reached, and Escape ends it. The sheet stays where it is in the document. */
export function useFullScreen(sheet: RefObject<HTMLElement | null>, isFull: boolean, leave: () => void) {
  useEffect(() => {
    const element = sheet.current;
    if (!isFull || !element) return;
    // What opened it may be hidden now, as the button of a menu is; the sheet itself never is.
    if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
    const restore = leaveAlone(element);
    const onKey = (event: KeyboardEvent) => {
      // A menu or a tooltip that is open takes the key first.
      if (event.key === "Escape" && !event.defaultPrevented) leave();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      restore();
      element.scrollIntoView({ block: "nearest" });
    };
  }, [sheet, isFull, leave]);
}
