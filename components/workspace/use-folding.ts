"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { useShell } from "@/components/client/shell/shell-context";
import type { Split } from "@/components/client/shell/split";

/**
 * Returns the panes to show. An empty canvas is folded, unless the user opened it here. A canvas that the user
 * folded stays folded.
 */
export function shownPanes(
  chosen: Split["show"],
  canvas: { isEmpty: boolean; isOpened: boolean },
): Split["show"] {
  return canvas.isEmpty && !canvas.isOpened ? "chat" : chosen;
}

/**
 * Returns the shell with the panes of a conversation. Opening an empty canvas applies to this conversation
 * only; every other choice is stored.
 */
export function useFolding(isEmpty: boolean) {
  const shell = useShell();
  const { split, changeSplit } = shell;
  const [isOpened, setOpened] = useState(false);
  // When everything on the canvas is closed, it folds again.
  if (isOpened && !isEmpty) setOpened(false);
  const show = shownPanes(split.show, { isEmpty, isOpened });
  // The first sheet must not replace the chat that the user reads.
  const isStale = isEmpty && !isOpened && split.show === "canvas";
  useEffect(() => {
    if (isStale) changeSplit({ show: "both" });
  }, [isStale, changeSplit]);
  useFocusAfterFolding(isEmpty);

  return useMemo(() => {
    const change = (wanted: Partial<Split>) => {
      const isFolding = wanted.show === "chat";
      if (isEmpty && wanted.show !== undefined) setOpened(!isFolding);
      if (!isEmpty || !isFolding) changeSplit(wanted);
    };
    return { ...shell, split: { ...split, show }, changeSplit: change };
  }, [shell, split, changeSplit, show, isEmpty]);
}

/** Closing the last sheet hides the canvas with the button that had the focus, so focus the folded canvas. */
function useFocusAfterFolding(isEmpty: boolean): void {
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>("[data-pane-edge] button")?.focus({ preventScroll: true });
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
}
