"use client";

import { useRef } from "react";

type Handlers = {
  onOpenAutoFocus?: (event: Event) => void;
  onCloseAutoFocus?: (event: Event) => void;
};

/**
 * Gives the focus back to what had it when a dialog closes. Radix gives it to the dialog's trigger, and many of ours have
 * none: they are opened by a key, or by a menu that is gone.
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
