"use client";

import { useSyncExternalStore } from "react";

/**
 * Whether this browser tells the person when something waits. `unasked`: they have neither said yes nor no; `blocked`: the
 * browser refuses for them; `unsupported`: it cannot, or may not over plain http.
 */
export type TellingState = "on" | "off" | "unasked" | "blocked" | "unsupported";

/** Of this browser: what the person has chosen here, `on` or `off`. */
const CHOICE = "easel:tell";
/** Heard in this tab when the choice is made, and when what follows from it is done. */
export const CHANGED = "easel:telling";

export function readTelling(): TellingState {
  if (!("Notification" in window) || !("serviceWorker" in navigator)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const choice = readChoice();
  if (choice === "off") return "off";
  if (Notification.permission === "default") return "unasked";
  return choice === "on" ? "on" : "off";
}

export function choose(choice: "on" | "off"): void {
  try {
    localStorage.setItem(CHOICE, choice);
  } catch {
    // Where nothing can be kept it holds for as long as the permission alone says so.
  }
  dispatchEvent(new Event(CHANGED));
}

/** Undefined while the server draws, and until the browser has looked. */
export const useTellingState = (): TellingState | undefined =>
  useSyncExternalStore(subscribe, readTelling, () => undefined);

function subscribe(onChange: () => void): () => void {
  const leave = new AbortController();
  const { signal } = leave;
  addEventListener(CHANGED, onChange, { signal });
  addEventListener("storage", onChange, { signal });
  // Who has changed it in the browser's own settings comes back to the page.
  document.addEventListener("visibilitychange", onChange, { signal });
  navigator.permissions
    ?.query({ name: "notifications" })
    .then((status) => status.addEventListener("change", onChange, { signal }))
    .catch(() => {});
  return () => leave.abort();
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return null;
  }
}
