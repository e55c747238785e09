"use client";

import { type RefObject, useEffect } from "react";

const NAME = "aria-activedescendant";

/**
 * Sets `aria-activedescendant` to the selected item. cmdk sets it too, but before it renders the new selection.
 * Without this hook, it would name an item of the previous render, which may no longer exist.
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
