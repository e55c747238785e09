"use client";

import { Tabs as TabsPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Tabs({
  className,
  orientation = "horizontal",
  ...props
}: ComponentProps<typeof TabsPrimitive.Root>) {
  return (
    <TabsPrimitive.Root
      data-slot="tabs"
      orientation={orientation}
      className={cn("group/tabs flex gap-2", orientation === "horizontal" && "flex-col", className)}
      {...props}
    />
  );
}

type TabsListProps = ComponentProps<typeof TabsPrimitive.List> & { variant?: "default" | "line" };

export function TabsList({ className, variant = "default", ...props }: TabsListProps) {
  return (
    <TabsPrimitive.List
      data-slot="tabs-list"
      data-variant={variant}
      className={cn(
        "group/tabs-list flex items-center gap-1 overflow-x-auto data-[orientation=vertical]:flex-col",
        "data-[orientation=vertical]:items-stretch data-[variant=line]:shadow-[inset_0_-1px_0_var(--line)]",
        "data-[orientation=vertical]:data-[variant=line]:shadow-[inset_-1px_0_0_var(--line)]",
        className,
      )}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  return (
    <TabsPrimitive.Trigger
      data-slot="tabs-trigger"
      className={cn(
        "inline-flex h-7 shrink-0 items-center justify-center gap-2 rounded-in px-2.5 text-ui whitespace-nowrap text-ink-2",
        "-outline-offset-2 transition-colors hover:bg-fill-hover hover:text-ink phone:h-10",
        "data-[orientation=vertical]:justify-start data-[state=active]:bg-fill-press data-[state=active]:font-medium",
        "data-[state=active]:text-ink disabled:text-ink-3 [&_:where(svg:not([class*='size-']))]:size-4",
        "group-data-[variant=line]/tabs-list:h-8 group-data-[variant=line]/tabs-list:rounded-b-none",
        "group-data-[variant=line]/tabs-list:data-[state=active]:bg-transparent",
        "group-data-[variant=line]/tabs-list:data-[state=active]:shadow-[inset_0_-2px_0_var(--ink)]",
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return (
    <TabsPrimitive.Content data-slot="tabs-content" className={cn("min-w-0 flex-1", className)} {...props} />
  );
}
