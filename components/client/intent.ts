"use client";

import { useSyncExternalStore } from "react";

/*
 * Whether the user of this tab is about to begin or open a conversation: types, points at a suggested message or at
 * a conversation, or opens the palette. The code of conversations is loaded then, and not before.
 */

let isShown = false;
const listeners = new Set<() => void>();

export function showIntent(): void {
  if (isShown) return;
  isShown = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIntent = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isShown,
    () => false,
  );
