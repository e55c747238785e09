"use client";

import type { ComponentProps } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { cn } from "./cn";

/** Sizes that are numbers are pixels. Those of the first page must be pixels, or what the server draws is not what stays. */
export function ResizablePanelGroup({ className, ...props }: ComponentProps<typeof Group>) {
  return <Group data-slot="resizable-panel-group" className={cn("min-w-0", className)} {...props} />;
}

export function ResizablePanel({ className, ...props }: ComponentProps<typeof Panel>) {
  return <Panel data-slot="resizable-panel" className={cn("flex min-w-0", className)} {...props} />;
}

/** A hairline, which is taken hold of in the 5 pixels around it too; arrows move it, a double click resets it. */
export function ResizableHandle({ className, ...props }: ComponentProps<typeof Separator>) {
  return (
    <Separator
      data-slot="resizable-handle"
      className={cn(
        "relative z-20 w-px bg-line outline-none transition-colors data-[separator=disabled]:hidden",
        "hover:bg-line-control data-[separator=active]:bg-line-control data-[separator=hover]:bg-line-control",
        "after:absolute after:inset-y-0 after:-inset-x-px after:bg-ink after:opacity-0 focus-visible:after:opacity-100",
        className,
      )}
      {...props}
    />
  );
}
