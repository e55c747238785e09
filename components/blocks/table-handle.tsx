import { type PointerEvent, useRef } from "react";
import { cn } from "@/components/ui/cn";

type TableHandleProps = {
  width: number;
  isLast: boolean;
  onResize: (width: number) => void;
  /** As wide as its content wants. */
  onFit: () => void;
};

/** The edge of a heading, to be dragged. By keyboard the heading itself is resized, so nobody has to reach this. */
export function TableHandle({ width, isLast, onResize, onFit }: TableHandleProps) {
  const from = useRef({ x: 0, width: 0 });
  const onMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onResize(from.current.width + event.clientX - from.current.x);
  };
  return (
    <span
      aria-hidden
      data-slot="resize"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width };
      }}
      onPointerMove={onMove}
      onDoubleClick={onFit}
      className={cn(
        "group/handle absolute inset-y-0 z-2 flex w-3 cursor-col-resize touch-none justify-center py-2 max-md:w-6",
        isLast ? "right-0 justify-end" : "-right-1.5 max-md:-right-3",
      )}
    >
      <span className="w-px bg-line-strong opacity-0 transition-opacity group-hover/th:opacity-100 group-hover/handle:bg-ink group-active/handle:bg-ink group-active/handle:opacity-100" />
    </span>
  );
}
