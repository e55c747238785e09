"use client";

import { ToggleGroup as ToggleGroupPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** The frame of a few choices side by side, of which one holds; `segment` is one of them, also as a link. */
export const segments = "inline-flex w-fit rounded-in bg-fill p-0.5";
export const segment = [
  "inline-flex h-6 items-center justify-center rounded-[4px] px-2.5 text-ui text-ink-2 transition-colors max-md:h-10 max-md:px-4",
  "hover:text-ink disabled:text-ink-3",
].join(" ");
export const chosenSegment = "bg-float font-medium text-ink shadow-[0_0_0_1px_var(--line)]";

export function ToggleGroup({ className, ...props }: ComponentProps<typeof ToggleGroupPrimitive.Root>) {
  return (
    <ToggleGroupPrimitive.Root data-slot="toggle-group" className={cn(segments, className)} {...props} />
  );
}

export function ToggleGroupItem({ className, ...props }: ComponentProps<typeof ToggleGroupPrimitive.Item>) {
  return (
    <ToggleGroupPrimitive.Item
      data-slot="toggle-group-item"
      className={cn(
        segment,
        "data-[state=on]:bg-float data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:shadow-[0_0_0_1px_var(--line)]",
        className,
      )}
      {...props}
    />
  );
}
