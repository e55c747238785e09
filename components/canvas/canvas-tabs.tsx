"use client";

import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import type { Surface } from "@/lib/shared/chat/surfaces";

type CanvasTabsProps = { surfaces: Surface[]; front: string; onBring: (surfaceId: string) => void };

/** Reaches every sheet of the conversation, oldest first. */
export function CanvasTabs({ surfaces, front, onBring }: CanvasTabsProps) {
  const bar = useRef<HTMLElement>(null);
  const state = surfaces.find(({ id }) => id === front)?.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab in front changes with these, and so does its width
  useEffect(() => {
    // Not scrollIntoView: from there on the Tab key would go, past everything before.
    const tab = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (tab)
      bar.current?.scrollTo({ left: tab.offsetLeft - (bar.current.clientWidth - tab.clientWidth) / 2 });
  }, [front, state]);
  return (
    <nav
      ref={bar}
      aria-label="Sheets"
      className={cn(
        "relative flex h-bar shrink-0 items-center gap-1 overflow-x-auto px-5 [scrollbar-width:none] max-md:px-2",
        surfaces.length < 2 && "max-md:hidden",
      )}
    >
      {surfaces.map(({ id, title, state: itsState }) => (
        <button
          key={id}
          type="button"
          aria-current={id === front ? "true" : undefined}
          onClick={() => onBring(id)}
          className={cn(
            "flex h-8 max-w-48 shrink-0 items-center gap-2 rounded-in px-2.5 transition-colors max-md:h-11",
            id === front ? "bg-fill-press font-medium" : "text-ink-2 hover:bg-fill-hover hover:text-ink",
          )}
        >
          {itsState === "waiting" && (
            <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-accent" />
          )}
          <span className="truncate">{title}</span>
          {itsState === "waiting" && <span className="sr-only">, waiting for you</span>}
        </button>
      ))}
    </nav>
  );
}
