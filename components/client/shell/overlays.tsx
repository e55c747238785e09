"use client";

import { useEffect, useState } from "react";
import { useCommands } from "@/components/ui/kit/commands";
import { later } from "@/components/ui/later";

const loadPalette = () => import("./palette/palette").then((module) => module.Palette);
const loadSurface = () => import("./shortcut-sheet").then((module) => module.ShortcutSheet);
const Palette = later(loadPalette);
const ShortcutSheet = later(loadSurface);
const Toaster = later(() => import("@/components/ui/sonner").then((module) => module.Toaster));
const TooltipLayer = later(() =>
  import("@/components/ui/tooltip-layer").then((module) => module.TooltipLayer),
);

type Open = "palette" | "shortcuts" | null;

/**
 * Renders the palette, the list of shortcuts, notifications and tooltips. Their code is not part of the first
 * script and loads on demand.
 */
export function Overlays() {
  const [open, setOpen] = useState<Open>(null);
  /**
   * Overlays that were opened before. They stay mounted, so that they can restore the focus when they close.
   */
  const [wanted, setWanted] = useState({ palette: false, shortcuts: false });
  const hasSettled = useSettled();
  const toggle = (which: "palette" | "shortcuts") => {
    setWanted((before) => ({ ...before, [which]: true }));
    setOpen((before) => (before === which ? null : which));
  };
  useCommands(
    [
      {
        id: "palette",
        label: "Search and do anything",
        group: "Easel",
        shortcut: "palette",
        isHidden: true,
        run: () => toggle("palette"),
      },
      {
        id: "shortcuts",
        label: "Keyboard shortcuts",
        group: "Easel",
        shortcut: "shortcuts",
        keywords: ["keys", "help"],
        run: () => toggle("shortcuts"),
      },
    ],
    "frame",
  );
  const onOpenChange = (isOpen: boolean) => !isOpen && setOpen(null);
  return (
    <>
      {wanted.palette && <Palette isOpen={open === "palette"} onOpenChange={onOpenChange} />}
      {wanted.shortcuts && <ShortcutSheet isOpen={open === "shortcuts"} onOpenChange={onOpenChange} />}
      {/* Mount before the first notification: screen readers announce only changes of a live region that
         already exists. */}
      {hasSettled && <Toaster />}
      {hasSettled && <TooltipLayer />}
    </>
  );
}

const SETTLE_MS = 1_500;
const IDLE_MS = 5_000;

/**
 * Returns true 1.5 s after the page has mounted. After 5 s, preloads the palette and the list of shortcuts, so
 * that they open without a network.
 */
function useSettled(): boolean {
  const [hasSettled, setHasSettled] = useState(false);
  useEffect(() => {
    const settled = setTimeout(() => setHasSettled(true), SETTLE_MS);
    const idle = setTimeout(() => void Promise.allSettled([loadPalette(), loadSurface()]), IDLE_MS);
    return () => {
      clearTimeout(settled);
      clearTimeout(idle);
    };
  }, []);
  return hasSettled;
}
