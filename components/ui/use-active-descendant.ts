"use client";

import { type RefObject, useEffect } from "react";

const NAME = "aria-activedescendant";

/**
 * Says to a screen reader which command is chosen. cmdk says so too, but it looks before the choice is drawn: after each
 * letter it names an item of the drawing before, which may be gone.
 */
export function useActiveDescendant(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = root.current;
    if (!box) return;
    const tell = () => {
      const id = box.querySelector('[cmdk-item][aria-selected="true"]')?.id;
      for (const element of box.querySelectorAll("[cmdk-input], [cmdk-list]")) {
        if (!id) element.removeAttribute(NAME);
        else if (element.getAttribute(NAME) !== id) element.setAttribute(NAME, id);
      }
    };
    const observer = new MutationObserver(tell);
    observer.observe(box, {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-selected", NAME],
    });
    tell();
    return () => observer.disconnect();
  }, [root]);
}
