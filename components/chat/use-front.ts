"use client";

import { useCallback, useEffect, useState } from "react";
import { newestOf, type Surface } from "@/lib/shared/chat/surfaces";

export const sheetDomId = (surfaceId: string): string => `sheet-${surfaceId}`;

/**
 * Which surface lies in front: the newest, or the one that was asked for. A new one does not push away the one in which
 * somebody is typing. The browser is new with each message that uses it. `own` are those of this conversation.
 */
export function useFront(surfaces: readonly Surface[], own: readonly Surface[]) {
  const latest = newestOf(own) ?? surfaces.at(-1);
  const newest = latest?.id;
  const moment = `${newest} ${latest?.browser?.usedBy}`;
  const [chosen, setChosen] = useState(newest);
  const [focus, setFocus] = useState<{ id: string } | null>(null);
  const front = surfaces.some(({ id }) => id === chosen) ? chosen : newest;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser may be the newest once more
  useEffect(() => {
    setChosen((before) => {
      const sheet = before === undefined ? null : document.getElementById(sheetDomId(before));
      const { activeElement } = document;
      // The sheet itself has the focus when it has just been answered.
      return activeElement !== sheet && sheet?.contains(activeElement) ? before : newest;
    });
  }, [newest, moment]);

  // After the drawing in which the sheet came to the front.
  useEffect(() => {
    if (focus) document.getElementById(sheetDomId(focus.id))?.focus({ preventScroll: false });
  }, [focus]);

  const focusOn = useCallback((id: string) => {
    setChosen(id);
    setFocus({ id });
  }, []);
  const step = (by: 1 | -1) => {
    const at = surfaces.findIndex(({ id }) => id === front);
    const to = surfaces[at + by];
    if (at >= 0 && to) focusOn(to.id);
  };
  return { front, bring: setChosen, focusOn, next: () => step(1), previous: () => step(-1) };
}
