"use client";

import { type CSSProperties, type ReactNode, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { later } from "@/components/ui/later";
import { PaneEdge } from "./pane-edge";
import { useShell } from "./shell-context";

const Divider = later(() => import("./divider").then((module) => module.Divider));

export type Pane = "chat" | "canvas";

type PanesProps = {
  chat: ReactNode;
  canvas: ReactNode;
  /** Which of them a phone shows. */
  view: Pane;
  /** How much waits for the person in each. */
  waiting: Record<Pane, number>;
  /** The agent has said something since the chat was last seen. */
  hasNews: boolean;
};

/**
 * Chat and canvas side by side, or one of them alone. What is seen, and how wide, is plain CSS over two attributes and a
 * length: so the server's drawing is already right, and the line that can be moved comes after it.
 */
export function Panes({ chat, canvas, view, waiting, hasNews }: PanesProps) {
  const { split, changeSplit } = useShell();
  const box = useRef<HTMLDivElement>(null);
  const width: CSSProperties & { "--chat": string } = { "--chat": `${split.width}px` };
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      {split.show === "canvas" && <PaneEdge pane="chat" waiting={waiting.chat} hasNews={hasNews} />}
      <div
        ref={box}
        data-show={split.show}
        data-view={view}
        style={width}
        className="group/panes relative flex min-w-0 flex-1 [--chat-basis:clamp(var(--chat-min),min(var(--chat),100%_-_var(--canvas-min)_-_1px),var(--chat-max))]"
      >
        <div
          id="pane-chat"
          className={cn(
            "flex min-w-0 flex-1 group-data-[view=canvas]/panes:max-md:hidden md:group-data-[show=canvas]/panes:hidden",
            "md:group-data-[show=both]/panes:flex-none md:group-data-[show=both]/panes:basis-(--chat-basis)",
          )}
        >
          {chat}
        </div>
        {split.show === "both" && (
          <Divider
            width={split.width}
            onMove={(pixels) => box.current?.style.setProperty("--chat", `${pixels}px`)}
            onMoved={(pixels) => changeSplit({ width: pixels })}
          />
        )}
        <div
          id="pane-canvas"
          className={cn(
            "flex min-w-0 flex-1 group-data-[view=chat]/panes:max-md:hidden md:group-data-[show=chat]/panes:hidden",
            "border-line md:group-data-[show=both]/panes:border-l",
          )}
        >
          {canvas}
        </div>
      </div>
      {split.show === "chat" && <PaneEdge pane="canvas" waiting={waiting.canvas} />}
    </div>
  );
}
