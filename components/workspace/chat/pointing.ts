"use client";

import { useSyncExternalStore } from "react";
import type { Point } from "@/lib/shared/chat/points";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { Desk } from "./desk";

let isOn = false;
type Taker = (point: Point | undefined) => void;

let taker: Taker | undefined;
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

/** Begins or ends pointing. `onTaken` gets the place instead of the next message; undefined if there is none. */
export function setPointing(is: boolean, onTaken?: Taker): void {
  if (is && !isOn) before = document.activeElement;
  isOn = is;
  const ended = taker;
  taker = is ? onTaken : undefined;
  for (const listener of listeners) listener();
  if (ended !== taker) ended?.(undefined);
}

/** Gives a place to the caller who began to point for itself. Returns false if no caller did. */
export function takePoint(point: Point): boolean {
  const taking = taker;
  if (!taking) return false;
  taker = undefined;
  setPointing(false);
  taking(point);
  return true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
