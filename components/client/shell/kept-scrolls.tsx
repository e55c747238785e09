"use client";

import { useEffect } from "react";
import * as z from "zod/mini";

/** What scrolls on a page, other than messages: its main part, and what has a name for it. */
const SCROLLED = "main, [data-scroll]";
const MAIN = "main";
/** By these a reader goes elsewhere. */
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
/** What was for so many frames where it was stays there; lists that are loaded piece by piece are waited for no longer than `MAX_FRAMES`. */
const STILL = 60;
const MAX_FRAMES = 240;

const places = z.record(z.string(), z.number());

/** Keeps how far a page is scrolled for the next document of this window that begins at its address: after a reload, or another agent. */
export function KeptScrolls() {
  useEffect(() => {
    goOn(take());
    addEventListener("pagehide", keep);
    return () => removeEventListener("pagehide", keep);
  }, []);
  return null;
}

const keyOf = () => `easel:scrolls:${location.pathname}${location.search}${location.hash}`;

const scrolled = () =>
  [...document.querySelectorAll<HTMLElement>(SCROLLED)].map(
    (element) => [element.dataset.scroll ?? MAIN, element] as const,
  );

function keep(): void {
  const found = scrolled().flatMap(([name, { scrollTop }]) => (scrollTop > 0 ? [[name, scrollTop]] : []));
  try {
    if (found.length > 0) sessionStorage.setItem(keyOf(), JSON.stringify(Object.fromEntries(found)));
    else sessionStorage.removeItem(keyOf());
  } catch {
    // Without storage a page begins at its top.
  }
}

/** What was kept, which is gone to once. */
function take(): Map<string, number> {
  try {
    const kept = sessionStorage.getItem(keyOf());
    sessionStorage.removeItem(keyOf());
    return new Map(Object.entries(places.safeParse(JSON.parse(kept ?? "{}")).data ?? {}));
  } catch {
    return new Map();
  }
}

/**
 * As far as there is something to scroll to, until all stay where they were, though something comes above them, or the
 * reader goes elsewhere.
 */
function goOn(wanted: Map<string, number>): void {
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
