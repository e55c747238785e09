"use client";

import { MessageCircle, PanelsTopLeft } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { changeThenFocus } from "./focus";
import type { Pane } from "./panes";
import { useShell } from "./shell-context";

type PaneEdgeProps = { pane: Pane; waiting: number; hasNews?: boolean };

/** What is left of a pane that has given its room away: the way back, and whether something waits or is new in it. */
export function PaneEdge({ pane, waiting, hasNews = false }: PaneEdgeProps) {
  const { changeSplit } = useShell();
  const isCanvas = pane === "canvas";
  const Icon = isCanvas ? PanelsTopLeft : MessageCircle;
  const what = isCanvas ? "Show the canvas" : "Show the chat";
  return (
    <aside
      data-pane-edge
      aria-label={isCanvas ? "Canvas, folded" : "Chat, folded"}
      className={cn(
        "flex w-(--rail-width) shrink-0 flex-col items-center border-line pt-1.5 max-md:hidden",
        isCanvas ? "border-l bg-table" : "border-r bg-paper",
      )}
    >
      <IconButton
        label={waiting > 0 ? `${what}: ${waiting} waiting for you` : hasNews ? `${what}: a new answer` : what}
        side={isCanvas ? "left" : "right"}
        className="relative size-9"
        onClick={() => changeThenFocus(() => changeSplit({ show: "both" }), document, `#pane-${pane} button`)}
      >
        <Icon aria-hidden />
        {waiting === 0 && hasNews && (
          <span
            aria-hidden
            className="absolute top-1.5 right-1.5 size-2 rounded-full bg-ink ring-2 ring-paper"
          />
        )}
        {waiting > 0 && (
          <span
            aria-hidden
            className="absolute top-0 right-0 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[11px] font-medium leading-none text-on-accent"
          >
            {waiting}
          </span>
        )}
      </IconButton>
    </aside>
  );
}
