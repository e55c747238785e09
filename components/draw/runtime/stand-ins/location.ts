import { useSyncExternalStore } from "react";

/*
 * The location that a component sees. A frame cannot navigate, so the address of an app's router is kept in
 * memory, starting at "/".
 */

const BASE = "http://frame.invalid/";
const HISTORY_MAX = 100;

let history = [new URL(BASE)];
let at = 0;
const listeners = new Set<() => void>();

export const usePlace = (): URL => useSyncExternalStore(subscribe, current);

export const current = (): URL => history[at] ?? new URL(BASE);

/** Resolves an address; undefined if it leads to another origin. */
export function within(href: string): URL | undefined {
  if (!URL.canParse(href, current())) return undefined;
  const url = new URL(href, current());
  return url.origin === new URL(BASE).origin ? url : undefined;
}

export function go(href: string, { replaces = false } = {}): void {
  const url = within(href);
  if (!url) return;
  const earlier = history.slice(0, replaces ? at : at + 1);
  history = [...earlier, url].slice(-HISTORY_MAX);
  at = history.length - 1;
  tell();
}

export function step(by: number): void {
  at = Math.min(Math.max(at + by, 0), history.length - 1);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
