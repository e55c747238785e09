"use client";

import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { t } from "@/lib/shared/i18n/en/shell";
import { CANVAS_LEAST, CHAT_WIDTH } from "./split";

type DividerProps = {
  /** Width of the chat in pixels. */
  width: number;
  onMove: (width: number) => void;
  onMoved: (width: number) => void;
};

/** Pixels by which an arrow key moves the divider. */
const STEP = 24;

/** Draggable divider between chat and canvas. CSS places it at the end of the chat, and limits the width. */
export function Divider({ width, onMove, onMoved }: DividerProps) {
  const drag = useRef<{ from: number; width: number; now: number }>(undefined);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    // Otherwise the drag would select text.
    event.preventDefault();
    const line = event.currentTarget;
    line.focus({ preventScroll: true });
    line.setPointerCapture(event.pointerId);
    // The drawn width: in a narrow window it is less than the width that the user chose.
    drag.current = { from: event.clientX, width: line.offsetLeft, now: line.offsetLeft };
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    drag.current.now = limited(currentTarget, drag.current.width + clientX - drag.current.from);
    onMove(drag.current.now);
  };
  const onEnd = () => {
    if (drag.current && drag.current.now !== drag.current.width) onMoved(drag.current.now);
    drag.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = event.currentTarget;
    const to = targets(line.offsetLeft)[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMoved(limited(line, to));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-label={t("chatWidth")}
      aria-orientation="vertical"
      aria-controls="pane-chat"
      aria-valuenow={width}
      aria-valuemin={CHAT_WIDTH.least}
      aria-valuemax={CHAT_WIDTH.most}
      title={t("chatWidthHint")}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onEnd}
      onPointerCancel={onEnd}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onMoved(CHAT_WIDTH.usual)}
      // Hidden on narrow windows: both panes then have their minimum widths, so there is nothing to drag.
      className="absolute inset-y-0 left-(--chat-basis) z-20 w-px cursor-col-resize touch-none bg-line outline-none transition-colors before:absolute before:inset-y-0 before:-inset-x-[5px] after:absolute after:inset-y-0 after:-inset-x-px after:bg-ink after:opacity-0 hover:bg-line-control focus-visible:after:opacity-100 active:bg-line-control max-[893px]:hidden"
    />
  );
}

const targets = (now: number): Record<string, number> => ({
  ArrowLeft: now - STEP,
  ArrowRight: now + STEP,
  Home: CHAT_WIDTH.least,
  End: CHAT_WIDTH.most,
});

function limited(line: HTMLElement, width: number): number {
  const room = (line.offsetParent?.clientWidth ?? Number.POSITIVE_INFINITY) - CANVAS_LEAST - 1;
  return Math.round(Math.max(CHAT_WIDTH.least, Math.min(width, CHAT_WIDTH.most, room)));
}
