"use client";

import { useSyncExternalStore } from "react";

let isOn = false;
const listeners = new Set<() => void>();

/** Whether the person points at something on the canvas: what they press there then is meant, and not used. */
export const usePointing = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isOn,
    () => false,
  );

export function setPointing(is: boolean): void {
  isOn = is;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
