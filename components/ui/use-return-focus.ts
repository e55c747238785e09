"use client";

import { useRef } from "react";

type Handlers = {
  onOpenAutoFocus?: (event: Event) => void;
  onCloseAutoFocus?: (event: Event) => void;
};

/**
 * Returns the focus to the previously focused element when a dialog closes. Radix focuses the trigger, which
 * many of our dialogs lack, because a key or a closed menu opens them.
 */
export function useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus }: Handlers): Required<Handlers> {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event) => {
      before.current = document.activeElement;
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus: (event) => {
      onCloseAutoFocus?.(event);
      const element = before.current;
      if (event.defaultPrevented || !(element instanceof HTMLElement) || element === document.body) return;
      event.preventDefault();
      element.focus();
    },
  };
}
