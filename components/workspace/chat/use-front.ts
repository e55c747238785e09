"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { newestOf, type Surface } from "@/lib/shared/chat/surfaces/surfaces";

export const sheetDomId = (surfaceId: string): string => `sheet-${surfaceId}`;

const FIELD = "form :is(input, textarea, select, [role=combobox]):enabled";
const PATIENCE_MS = 2_000;

function focusField(sheet: HTMLElement): () => void {
  const tryNow = () => {
    const field = sheet.querySelector<HTMLElement>(FIELD);
    if (field && document.activeElement === sheet) field.focus();
    if (field || document.activeElement !== sheet) stop();
  };
  const observer = new MutationObserver(tryNow);
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(sheet, { childList: true, subtree: true });
  tryNow();
  return stop;
}

/**
 * Tracks the active surface: the newest, or the one that was requested. A new surface does not replace one
 * that contains the focus. The browser counts as new with each message that uses it. `own` are the surfaces
 * of this conversation.
 */
export function useFront(surfaces: readonly Surface[], own: readonly Surface[]) {
  const latest = newestOf(own) ?? surfaces.at(-1);
  const newest = latest?.id;
  const usedBy = latest?.browser?.usedBy;
  const arrival = useMemo(() => ({ newest, usedBy }), [newest, usedBy]);
  const [chosen, setChosen] = useState(newest);
  const [focus, setFocus] = useState<{ id: string; isForForm: boolean } | null>(null);
  const front = surfaces.some(({ id }) => id === chosen) ? chosen : newest;

  useEffect(() => {
    setChosen((before) => {
      const sheet = before === undefined ? null : document.getElementById(sheetDomId(before));
      const { activeElement } = document;
      // The focus is on the sheet itself right after it was answered.
      return activeElement !== sheet && sheet?.contains(activeElement) ? before : arrival.newest;
    });
  }, [arrival]);

  // Runs after the render in which the sheet became active.
  useEffect(() => {
    const sheet = focus && document.getElementById(sheetDomId(focus.id));
    if (!sheet) return;
    sheet.focus({ preventScroll: false });
    // On touch devices the on-screen keyboard would cover the form.
    if (focus.isForForm && matchMedia("(pointer: fine)").matches) return focusField(sheet);
  }, [focus]);

  const focusOn = useCallback((id: string, isForForm = false) => {
    setChosen(id);
    setFocus({ id, isForForm });
  }, []);
  const step = (by: 1 | -1) => {
    const at = surfaces.findIndex(({ id }) => id === front);
    const to = surfaces[at + by];
    if (at >= 0 && to) focusOn(to.id);
  };
  const ids = useRef<readonly string[]>([]);
  ids.current = surfaces.map(({ id }) => id);
  const neighbour = useCallback((id: string): string | undefined => {
    const at = ids.current.indexOf(id);
    return ids.current[at + 1] ?? ids.current[at - 1];
  }, []);
  return { front, bring: setChosen, focusOn, neighbour, next: () => step(1), previous: () => step(-1) };
}
