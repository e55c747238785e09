"use client";

import { useEffect, useRef } from "react";
import { usePanelRef } from "react-resizable-panels";
import { ResizableHandle, ResizablePanel, ResizablePanelGroup } from "@/components/ui/resizable";
import { CANVAS_LEAST, CHAT_WIDTH } from "./split";

type DividerProps = {
  /** Of the chat, in pixels. */
  width: number;
  /** While the line moves. */
  onMove: (width: number) => void;
  /** Where it was left. */
  onMoved: (width: number) => void;
};

const CHAT = "width-chat";

/**
 * The line between chat and canvas. Its two panels are empty and lie over the real ones: they only work out how far the
 * line may go, and the page follows by a CSS length. So none of this has to be there when the page is first drawn.
 */
export function Divider({ width, onMove, onMoved }: DividerProps) {
  const group = useRef<HTMLDivElement>(null);
  const panel = usePanelRef();
  const pixelsOf = (layout: Record<string, number>) =>
    Math.round(((layout[CHAT] ?? 0) / 100) * ((group.current?.clientWidth ?? 0) - 1));

  /** The width as the line has it; any other was chosen elsewhere. */
  const drawn = useRef(width);
  useEffect(() => {
    if (width !== drawn.current) panel.current?.resize(width);
    drawn.current = width;
  }, [width, panel]);

  return (
    // Hidden where beside the rail both have no more than their least: there the line has nowhere to go.
    <ResizablePanelGroup
      id="divider"
      elementRef={group}
      className="pointer-events-none absolute inset-0 z-20 max-[893px]:hidden!"
      onLayoutChange={(layout) => {
        const pixels = pixelsOf(layout);
        // Where there is no room for it the page keeps to the limits by itself, and the wish stays.
        if (pixels > 0 && isHeld(group.current)) onMove(pixels);
      }}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (!isUserInteraction) return;
        drawn.current = pixelsOf(layout);
        onMove(drawn.current);
        onMoved(drawn.current);
      }}
    >
      <ResizablePanel
        id={CHAT}
        panelRef={panel}
        defaultSize={width}
        minSize={CHAT_WIDTH.least}
        maxSize={CHAT_WIDTH.most}
        groupResizeBehavior="preserve-pixel-size"
      />
      <ResizableHandle
        aria-label="Width of the chat"
        title="Drag to change the width, double-click to reset it"
        className="pointer-events-auto"
        disableDoubleClick
        onDoubleClick={() => onMoved(CHAT_WIDTH.usual)}
      />
      <ResizablePanel id="width-canvas" minSize={CANVAS_LEAST} />
    </ResizablePanelGroup>
  );
}

const isHeld = (group: HTMLElement | null): boolean =>
  group?.querySelector("[data-separator=active]") !== null;
