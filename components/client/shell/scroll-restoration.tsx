"use client";

import { useEffect } from "react";
import * as z from "zod/mini";

/** Elements whose scroll positions are stored. The list of messages stores its own. */
const SCROLLED = "main, [data-scroll]";
const MAIN = "main";
/** User input that ends the restoration. */
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
/**
 * Number of consecutive frames without a change after which the positions count as restored, and the maximum
 * number of frames to wait for lists that load in parts.
 */
const STILL = 60;
const MAX_FRAMES = 240;

const places = z.record(z.string(), z.number());

/**
 * Stores the scroll positions when the page is left. Restores them when a document loads at the same address in
 * this window, for example after a reload or after switching agents and back.
 */
export function ScrollRestoration() {
  useEffect(() => {
    restorePositions(takeStored());
    addEventListener("pagehide", storePositions);
    return () => removeEventListener("pagehide", storePositions);
  }, []);
  return null;
}

const keyOf = () => `easel:scrolls:${location.pathname}${location.search}${location.hash}`;

const scrolled = () =>
  [...document.querySelectorAll<HTMLElement>(SCROLLED)].map(
    (element) => [element.dataset.scroll ?? MAIN, element] as const,
  );

function storePositions(): void {
  const found = scrolled().flatMap(([name, { scrollTop }]) => (scrollTop > 0 ? [[name, scrollTop]] : []));
  try {
    if (found.length > 0) sessionStorage.setItem(keyOf(), JSON.stringify(Object.fromEntries(found)));
    else sessionStorage.removeItem(keyOf());
  } catch {
    // Without storage, a page starts at its top.
  }
}

/** Reads and removes the stored positions, so that they are restored once. */
function takeStored(): Map<string, number> {
  try {
    const stored = sessionStorage.getItem(keyOf());
    sessionStorage.removeItem(keyOf());
    return new Map(Object.entries(places.safeParse(JSON.parse(stored ?? "{}")).data ?? {}));
  } catch {
    return new Map();
  }
}

/**
 * Scrolls to the stored positions as the content grows. Stops once they are stable, on user input or after
 * `MAX_FRAMES`.
 */
function restorePositions(wanted: Map<string, number>): void {
  let frames = 0;
  let still = 0;
  const leave = () => wanted.clear();
  for (const type of HANDS) addEventListener(type, leave, { passive: true, capture: true, once: true });
  const look = () => {
    const there = scrolled().filter(([name]) => wanted.has(name));
    const off = there.filter(([name, { scrollTop }]) => Math.abs(scrollTop - (wanted.get(name) ?? 0)) >= 1);
    for (const [name, element] of off) element.scrollTop = wanted.get(name) ?? 0;
    still = off.length === 0 && there.length >= wanted.size ? still + 1 : 0;
    if (wanted.size > 0 && still < STILL && frames++ < MAX_FRAMES) requestAnimationFrame(look);
    else for (const type of HANDS) removeEventListener(type, leave, { capture: true });
  };
  look();
}
