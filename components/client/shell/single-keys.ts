"use client";

import { useSyncExternalStore } from "react";

/*
 * Setting of this browser: single-letter shortcuts can be turned off, for users of speech input or with tremor
 * (WCAG 2.1.4).
 */
const KEY = "easel:single-keys";
const CHANGED = "easel:single-keys";

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without storage, the setting cannot be changed.
  }
  dispatchEvent(new Event(CHANGED));
}

export const useSingleKeys = (): boolean => useSyncExternalStore(watch, areSingleKeysOn, () => true);

function watch(onChange: () => void) {
  addEventListener(CHANGED, onChange);
  return () => removeEventListener(CHANGED, onChange);
}
