"use client";

import { HoverCard as HoverCardPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const HoverCard = HoverCardPrimitive.Root;

export function HoverCardTrigger(props: ComponentProps<typeof HoverCardPrimitive.Trigger>) {
  return <HoverCardPrimitive.Trigger data-slot="hover-card-trigger" {...props} />;
}

export function HoverCardContent({
  className,
  align = "center",
  sideOffset = 4,
  ...props
}: ComponentProps<typeof HoverCardPrimitive.Content>) {
  return (
    <HoverCardPrimitive.Portal>
      <HoverCardPrimitive.Content
        data-slot="hover-card-content"
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          "z-50 max-h-(--radix-hover-card-content-available-height) w-64 overflow-auto rounded-in bg-float p-3",
          "text-ui text-ink shadow-float outline-none data-[state=open]:animate-appear",
          className,
        )}
        {...props}
      />
    </HoverCardPrimitive.Portal>
  );
}
