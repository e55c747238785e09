"use client";

import { useSyncExternalStore } from "react";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { Desk } from "./desk";

let isOn = false;
let before: Element | null = null;
const listeners = new Set<() => void>();

export const usePointing = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isOn,
    () => false,
  );

export function pointable({ surfaces, closed, front }: Desk): Surface | undefined {
  const open = surfaces.filter(({ id }) => !closed.has(id));
  return open.find(({ id }) => id === front) ?? open.at(-1);
}

export const beforePointing = (): Element | null => before;

export function setPointing(is: boolean): void {
  if (is && !isOn) before = document.activeElement;
  isOn = is;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
