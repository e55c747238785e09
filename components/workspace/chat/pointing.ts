"use client";

import { useSyncExternalStore } from "react";
import type { Point } from "@/lib/shared/chat/points";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { Desk } from "./desk";

let isOn = false;
/** Text of the bar, and a button of it that chooses the surface as a whole. */
export type PointingPurpose = { hint: string; whole: { label: string; onTaken: () => void } };
type Taker = (point: Point | undefined) => void;

let taker: Taker | undefined;
let purpose: PointingPurpose | undefined;
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

export const pointingPurpose = (): PointingPurpose | undefined => purpose;

/** Begins or ends pointing. `onTaken` gets the place instead of the next message; undefined if there is none. */
export function setPointing(is: boolean, onTaken?: Taker, what?: PointingPurpose): void {
  if (is && !isOn) before = document.activeElement;
  isOn = is;
  const ended = taker;
  taker = is ? onTaken : undefined;
  purpose = is ? what : undefined;
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
