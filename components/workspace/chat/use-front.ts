"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { newestOf, type Surface } from "@/lib/shared/chat/surfaces/surfaces";

export const surfaceDomId = (surfaceId: string): string => `sheet-${surfaceId}`;

const FIELD = "form :is(input, textarea, select, [role=combobox]):enabled";
const PATIENCE_MS = 2_000;

function focusField(surface: HTMLElement): () => void {
  const tryNow = () => {
    const field = surface.querySelector<HTMLElement>(FIELD);
    if (field && document.activeElement === surface) field.focus();
    if (field || document.activeElement !== surface) stop();
  };
  const observer = new MutationObserver(tryNow);
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(surface, { childList: true, subtree: true });
  tryNow();
  return stop;
}

/**
 * Tracks the active surface: the newest, or the one that the user requested last. A new surface does not
 * replace one that contains the focus. A browser surface counts as new with each message that uses it. `own`
 * are the surfaces of this conversation.
 */
export function useFront(surfaces: readonly Surface[], own: readonly Surface[]) {
  const latest = newestOf(own) ?? surfaces.at(-1);
  const newest = latest?.id;
  const usedBy = latest?.browser?.usedBy;
  const newestUse = useMemo(() => ({ newest, usedBy }), [newest, usedBy]);
  const [chosen, setChosen] = useState(newest);
  const [focus, setFocus] = useState<{ id: string; isForForm: boolean } | null>(null);
  const front = surfaces.some(({ id }) => id === chosen) ? chosen : newest;

  useEffect(() => {
    setChosen((before) => {
      const surface = before === undefined ? null : document.getElementById(surfaceDomId(before));
      const { activeElement } = document;
      // Right after the user answered, the focus is on the surface itself, and the new surface may replace
      // it.
      return activeElement !== surface && surface?.contains(activeElement) ? before : newestUse.newest;
    });
  }, [newestUse]);

  // Runs after the render in which the surface became active.
  useEffect(() => {
    const surface = focus && document.getElementById(surfaceDomId(focus.id));
    if (!surface) return;
    surface.focus({ preventScroll: false });
    // On touch devices the on-screen keyboard would cover the form.
    if (focus.isForForm && matchMedia("(pointer: fine)").matches) return focusField(surface);
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
