"use client";

import { useEffect, useState } from "react";
import { showIntent } from "@/components/client/intent";
import { useCommands } from "@/components/ui/kit/commands";
import { SHORTCUTS } from "@/components/ui/kit/shortcuts";
import { onToasterWanted } from "@/components/ui/kit/toaster";
import { later } from "@/components/ui/later";
import { tipped } from "@/components/ui/tipped";
import { t } from "@/lib/shared/i18n/en/shell";

const loadPalette = () => import("./palette/palette").then((module) => module.Palette);
const loadSurface = () => import("./shortcut-sheet").then((module) => module.ShortcutSheet);
const Palette = later(loadPalette);
const ShortcutSheet = later(loadSurface);
const Notices = later(() => import("./notices").then((module) => module.Notices));
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
  const hasNotices = useNotices();
  const firstTip = useFirstTip();
  const toggle = (which: "palette" | "shortcuts") => {
    if (which === "palette") showIntent();
    setWanted((before) => ({ ...before, [which]: true }));
    setOpen((before) => (before === which ? null : which));
  };
  useCommands(
    [
      {
        id: "palette",
        label: SHORTCUTS.palette.label,
        group: "Easel",
        shortcut: "palette",
        isHidden: true,
        run: () => toggle("palette"),
      },
      {
        id: "shortcuts",
        label: t("shortcuts"),
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
      {hasNotices && <Notices />}
      {firstTip && <TooltipLayer first={firstTip} />}
    </>
  );
}

const IDLE_MS = 5_000;

/**
 * Returns true from the first press of a key or button on, or from the first notification if that is earlier.
 * Notifications mostly follow a press, and screen readers announce only changes of a live region that already exists.
 * Some seconds after that press, loads the palette and the list of shortcuts, so that they open without a network.
 */
function useNotices(): boolean {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    let idle: ReturnType<typeof setTimeout> | undefined;
    const leave = new AbortController();
    const pressed = () => {
      leave.abort();
      setIsWanted(true);
      idle = setTimeout(() => void Promise.allSettled([loadPalette(), loadSurface()]), IDLE_MS);
    };
    const options = { capture: true, passive: true, signal: leave.signal };
    for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, pressed, options);
    const unlisten = onToasterWanted(() => setIsWanted(true));
    return () => {
      unlisten();
      leave.abort();
      clearTimeout(idle);
    };
  }, []);
  return isWanted;
}

/** Returns the first event over or in an element with a tooltip. */
function useFirstTip(): Event | undefined {
  const [first, setFirst] = useState<Event>();
  useEffect(() => {
    const leave = new AbortController();
    const look = (event: Event) => {
      if (!tipped(event.target)) return;
      leave.abort();
      setFirst(event);
    };
    const options = { capture: true, passive: true, signal: leave.signal };
    for (const type of ["pointerover", "focusin"]) document.addEventListener(type, look, options);
    return () => leave.abort();
  }, []);
  return first;
}
