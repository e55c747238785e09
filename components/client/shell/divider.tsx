"use client";

import { useEffect, useRef } from "react";
import { usePanelRef } from "react-resizable-panels";
import { ResizableHandle, ResizablePanel, ResizablePanelGroup } from "@/components/ui/resizable";
import { CANVAS_LEAST, CHAT_WIDTH } from "./split";

type DividerProps = {
  /** Width of the chat in pixels. */
  width: number;
  onMove: (width: number) => void;
  onMoved: (width: number) => void;
};

const CHAT = "width-chat";

/**
 * Draggable divider between chat and canvas. Its two panels are empty overlays that only compute the limits.
 * The real width is a CSS variable, so the first render does not need this component.
 */
export function Divider({ width, onMove, onMoved }: DividerProps) {
  const group = useRef<HTMLDivElement>(null);
  const panel = usePanelRef();
  const pixelsOf = (layout: Record<string, number>) =>
    Math.round(((layout[CHAT] ?? 0) / 100) * ((group.current?.clientWidth ?? 0) - 1));

  /**
   * The last width that this divider reported. If `width` differs, something else changed it, so the panel is
   * resized.
   */
  const drawn = useRef(width);
  useEffect(() => {
    if (width !== drawn.current) panel.current?.resize(width);
    drawn.current = width;
  }, [width, panel]);

  return (
    // Hidden on narrow windows: both panes then have their minimum widths, so there is nothing to drag.
    <ResizablePanelGroup
      id="divider"
      elementRef={group}
      className="pointer-events-none absolute inset-0 z-20 max-[893px]:hidden!"
      onLayoutChange={(layout) => {
        const pixels = pixelsOf(layout);
        // Report only drags. In a narrow window CSS limits the width, but the user's chosen width is kept.
        if (pixels > 0 && isDragging(group.current)) onMove(pixels);
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

const isDragging = (group: HTMLElement | null): boolean =>
  group?.querySelector("[data-separator=active]") !== null;
