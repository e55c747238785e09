"use client";

import { createContext, useContext, useEffect, useId, useSyncExternalStore } from "react";

/** Maximum previews that run at the same time, because each one is a separate process. */
const MAX_FRAMES = 24;

/** Lets the first previews that want to run do so. Further frames wait until a slot is free. */
export class FrameSlots {
  readonly #listeners = new Set<() => void>();
  #wanted: readonly string[] = [];

  isFree = (id: string): boolean => this.#wanted.slice(0, MAX_FRAMES).includes(id);

  want(id: string): () => void {
    this.#set([...this.#wanted, id]);
    return () => this.#set(this.#wanted.filter((one) => one !== id));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(wanted: readonly string[]): void {
    this.#wanted = wanted;
    for (const listener of this.#listeners) listener();
  }
}

export const FrameSlotsContext = createContext(new FrameSlots());

/** Returns whether a preview may run now. */
export function useFrameSlot(isWanted: boolean): boolean {
  const slots = useContext(FrameSlotsContext);
  const id = useId();
  useEffect(() => (isWanted ? slots.want(id) : undefined), [slots, id, isWanted]);
  return useSyncExternalStore(
    slots.subscribe,
    () => slots.isFree(id),
    () => false,
  );
}
