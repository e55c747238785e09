"use client";

import { GripVertical } from "lucide-react";
import { type ComponentProps, type Ref, useImperativeHandle, useRef } from "react";
import { Group, Panel, type PanelImperativeHandle, Separator, usePanelRef } from "react-resizable-panels";
import { cn } from "./cn";

type GroupProps = ComponentProps<typeof Group> & {
  direction?: "horizontal" | "vertical";
  /** Receives the sizes of the panels in percent, in their order. */
  onLayout?: (sizes: number[]) => void;
};

export function ResizablePanelGroup({
  className,
  direction,
  orientation = direction,
  onLayout,
  onLayoutChange,
  ...props
}: GroupProps) {
  return (
    <Group
      data-slot="resizable-panel-group"
      orientation={orientation}
      onLayoutChange={(layout) => {
        onLayoutChange?.(layout);
        onLayout?.(Object.values(layout));
      }}
      className={cn("min-w-0", className)}
      {...props}
    />
  );
}

type Size = number | string;

type PanelProps = Omit<ComponentProps<typeof Panel>, "onResize"> & {
  ref?: Ref<{
    collapse: () => void;
    expand: () => void;
    getSize: () => number;
    isCollapsed: () => boolean;
    isExpanded: () => boolean;
    resize: (size: Size) => void;
  }>;
  /** Receives the size in percent of the group. */
  onResize?: (size: number, before: number | undefined) => void;
  onCollapse?: () => void;
  onExpand?: () => void;
};

/**
 * Sizes up to 100 are in percent, larger sizes in pixels. Panels that the server renders must use pixels,
 * because the layout would shift otherwise.
 */
export function ResizablePanel({
  className,
  ref,
  panelRef,
  defaultSize,
  minSize,
  maxSize,
  collapsedSize,
  onResize,
  onCollapse,
  onExpand,
  ...props
}: PanelProps) {
  const own = usePanelRef();
  const wasCollapsed = useRef<boolean>(undefined);
  useImperativeHandle<PanelImperativeHandle | null, PanelImperativeHandle | null>(
    panelRef,
    () => own.current,
    [own],
  );
  useImperativeHandle(
    ref,
    () => ({
      collapse: () => own.current?.collapse(),
      expand: () => own.current?.expand(),
      getSize: () => own.current?.getSize().asPercentage ?? 0,
      isCollapsed: () => own.current?.isCollapsed() ?? false,
      isExpanded: () => !own.current?.isCollapsed(),
      resize: (size) => own.current?.resize(sizeOf(size) ?? 0),
    }),
    [own],
  );
  return (
    <Panel
      data-slot="resizable-panel"
      panelRef={own}
      defaultSize={sizeOf(defaultSize)}
      minSize={sizeOf(minSize)}
      maxSize={sizeOf(maxSize)}
      collapsedSize={sizeOf(collapsedSize)}
      onResize={(size, _id, before) => {
        onResize?.(size.asPercentage, before?.asPercentage);
        const isCollapsed = own.current?.isCollapsed() ?? false;
        if (wasCollapsed.current !== undefined && wasCollapsed.current !== isCollapsed)
          (isCollapsed ? onCollapse : onExpand)?.();
        wasCollapsed.current = isCollapsed;
      }}
      className={cn("min-w-0", className)}
      {...props}
    />
  );
}

const sizeOf = (size: Size | undefined): Size | undefined =>
  typeof size === "number" && size <= 100 ? `${size}%` : size;

/** Divider line that can also be grabbed 5 pixels around it. Arrow keys move it, a double click resets it. */
export function ResizableHandle({
  className,
  withHandle = false,
  ...props
}: ComponentProps<typeof Separator> & { withHandle?: boolean }) {
  return (
    <Separator
      data-slot="resizable-handle"
      className={cn(
        "group/handle relative z-20 flex w-px items-center justify-center bg-line outline-none transition-colors",
        "aria-[orientation=horizontal]:h-px aria-[orientation=horizontal]:w-full data-[separator=disabled]:hidden",
        "hover:bg-line-control data-[separator=active]:bg-line-control data-[separator=hover]:bg-line-control",
        "after:absolute after:inset-y-0 after:-inset-x-px after:bg-ink after:opacity-0 focus-visible:after:opacity-100",
        "aria-[orientation=horizontal]:after:inset-x-0 aria-[orientation=horizontal]:after:-inset-y-px",
        className,
      )}
      {...props}
    >
      {withHandle && (
        <span
          aria-hidden
          className="z-10 flex h-5 w-3 shrink-0 items-center justify-center rounded-[4px] border border-line-strong bg-float text-ink-2 group-aria-[orientation=horizontal]/handle:rotate-90"
        >
          <GripVertical className="size-2.5" />
        </span>
      )}
    </Separator>
  );
}
