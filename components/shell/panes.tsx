"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { usePanelRef } from "react-resizable-panels";
import { ResizableHandle, ResizablePanel, ResizablePanelGroup } from "@/components/ui/resizable";
import { PaneEdge } from "./pane-edge";
import { useShell } from "./shell-context";
import { CANVAS_LEAST, CHAT_WIDTH } from "./split";

export type Pane = "chat" | "canvas";

type PanesProps = {
  chat: ReactNode;
  canvas: ReactNode;
  /** Which of them a phone shows. */
  view: Pane;
  /** How much waits for the person in each. */
  waiting: Record<Pane, number>;
};

/**
 * Chat and canvas with a line between them that can be moved, or one of them alone. Which are seen, and between which
 * widths, is said in globals.css by these attributes: so the server's drawing is right before any script runs.
 */
export function Panes({ chat, canvas, view, waiting }: PanesProps) {
  const { split, changeSplit } = useShell();
  const panel = usePanelRef();
  const first = useRef(split.width).current;
  const isSplit = split.show === "both";
  const keep = () => changeSplit({ width: panel.current?.getSize().inPixels ?? CHAT_WIDTH.usual });

  // Chosen in another way than by the line: by the commands, or before this conversation was opened.
  const shown = useRef(first);
  useEffect(() => {
    if (split.width !== shown.current) panel.current?.resize(split.width);
    shown.current = split.width;
  }, [split.width, panel]);

  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      {split.show === "canvas" && <PaneEdge pane="chat" waiting={waiting.chat} />}
      <ResizablePanelGroup
        id="panes"
        data-show={split.show}
        data-view={view}
        disabled={!isSplit}
        onLayoutChanged={(_, { isUserInteraction }) => isUserInteraction && keep()}
      >
        <ResizablePanel
          id="pane-chat"
          panelRef={panel}
          defaultSize={first}
          minSize={CHAT_WIDTH.least}
          maxSize={CHAT_WIDTH.most}
          groupResizeBehavior="preserve-pixel-size"
        >
          {chat}
        </ResizablePanel>
        <ResizableHandle
          aria-label="Width of the chat"
          title="Drag to change the width, double-click to reset it"
          disableDoubleClick
          onDoubleClick={() => changeSplit({ width: CHAT_WIDTH.usual })}
        />
        <ResizablePanel id="pane-canvas" minSize={CANVAS_LEAST}>
          {canvas}
        </ResizablePanel>
      </ResizablePanelGroup>
      {split.show === "chat" && <PaneEdge pane="canvas" waiting={waiting.canvas} />}
    </div>
  );
}
