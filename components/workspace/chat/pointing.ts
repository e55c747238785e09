"use client";

import { useSyncExternalStore } from "react";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { Desk } from "./desk";

let isOn = false;
let before: Element | null = null;
const listeners = new Set<() => void>();

/** Whether the person points at something on the canvas: what they press there then is meant, and not used. */
export const usePointing = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isOn,
    () => false,
  );

/** The sheet of this conversation at which the person would point first: the one in front, else the newest. */
export function pointable({ surfaces, closed, front }: Desk): Surface | undefined {
  const open = surfaces.filter(({ id }) => !closed.has(id));
  return open.find(({ id }) => id === front) ?? open.at(-1);
}

/** Where the person was when they began to point. */
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
