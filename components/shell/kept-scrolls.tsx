"use client";

import { useEffect } from "react";
import * as z from "zod/mini";

/** What scrolls on a page, other than messages: its main part, and what has a name for it. */
const SCROLLED = "main, [data-scroll]";
const MAIN = "main";
/** By these a reader goes elsewhere. */
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
/** Lists that are loaded piece by piece are waited for as long as this. */
const MAX_FRAMES = 180;

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

/** As far as there is something to scroll to, until all are where they were or the reader goes elsewhere. */
function goOn(wanted: Map<string, number>): void {
  let frames = 0;
  const leave = () => wanted.clear();
  for (const type of HANDS) addEventListener(type, leave, { passive: true, capture: true, once: true });
  const look = () => {
    for (const [name, element] of scrolled()) {
      const top = wanted.get(name);
      if (top === undefined) continue;
      element.scrollTop = top;
      if (Math.abs(element.scrollTop - top) < 1) wanted.delete(name);
    }
    if (wanted.size > 0 && frames++ < MAX_FRAMES) requestAnimationFrame(look);
    else for (const type of HANDS) removeEventListener(type, leave, { capture: true });
  };
  look();
}
