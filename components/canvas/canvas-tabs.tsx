"use client";

import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import type { Surface } from "@/lib/shared/chat/surfaces";

type CanvasTabsProps = { surfaces: Surface[]; front: string; onBring: (surfaceId: string) => void };

/** Reaches every sheet of the conversation, oldest first. */
export function CanvasTabs({ surfaces, front, onBring }: CanvasTabsProps) {
  const current = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab in front has changed with `front`
  useEffect(() => current.current?.scrollIntoView({ block: "nearest", inline: "nearest" }), [front]);
  return (
    <nav
      aria-label="Sheets"
      className={cn(
        "flex h-bar shrink-0 items-center gap-1 overflow-x-auto px-5 [scrollbar-width:none] max-md:px-2",
        surfaces.length < 2 && "max-md:hidden",
      )}
    >
      {surfaces.map(({ id, title, state }) => (
        <button
          key={id}
          ref={id === front ? current : undefined}
          type="button"
          aria-current={id === front ? "true" : undefined}
          onClick={() => onBring(id)}
          className={cn(
            "flex h-8 max-w-48 shrink-0 items-center gap-2 rounded-in px-2.5 transition-colors max-md:h-11",
            id === front ? "bg-fill-press font-medium" : "text-ink-2 hover:bg-fill-hover hover:text-ink",
          )}
        >
          {state === "waiting" && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-accent" />}
          <span className="truncate">{title}</span>
          {state === "waiting" && <span className="sr-only">, waiting for you</span>}
        </button>
      ))}
    </nav>
  );
}
