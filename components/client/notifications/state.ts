"use client";

import { useSyncExternalStore } from "react";

/**
 * Notification state of this browser. `unasked`: the user has not decided; `blocked`: the browser denies the
 * permission; `unsupported`: no API, or an insecure context.
 */
export type NotificationState = "on" | "off" | "unasked" | "blocked" | "unsupported";

/** localStorage key of the user's choice in this browser, `on` or `off`. */
const CHOICE = "easel:tell";
/** Name of the event that this tab dispatches after the choice or the subscription changed. */
export const CHANGED = "easel:telling";

export function readNotificationState(): NotificationState {
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
    // Without storage, the state depends on the permission alone.
  }
  dispatchEvent(new Event(CHANGED));
}

/** Returns undefined on the server and during hydration. */
export const useNotificationState = (): NotificationState | undefined =>
  useSyncExternalStore(subscribe, readNotificationState, () => undefined);

function subscribe(onChange: () => void): () => void {
  const leave = new AbortController();
  const { signal } = leave;
  addEventListener(CHANGED, onChange, { signal });
  addEventListener("storage", onChange, { signal });
  // The user may return from changing the permission in the browser's settings.
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
