"use client";

import { Tooltip as TooltipPrimitive } from "radix-ui";
import { type ComponentProps, createContext, use } from "react";
import { cn } from "./cn";

const Provided = createContext(false);

/** Optional. If one tooltip under a provider was just open, the next one opens without delay. */
export function TooltipProvider({
  delayDuration = 400,
  ...props
}: ComponentProps<typeof TooltipPrimitive.Provider>) {
  return (
    <Provided value={true}>
      <TooltipPrimitive.Provider delayDuration={delayDuration} {...props} />
    </Provided>
  );
}

export function Tooltip(props: ComponentProps<typeof TooltipPrimitive.Root>) {
  const tooltip = <TooltipPrimitive.Root {...props} />;
  return use(Provided) ? tooltip : <TooltipProvider>{tooltip}</TooltipProvider>;
}

export const TooltipTrigger = TooltipPrimitive.Trigger;

export function TooltipContent({
  className,
  sideOffset = 6,
  ...props
}: ComponentProps<typeof TooltipPrimitive.Content>) {
  return (
    <TooltipPrimitive.Portal>
      <TooltipPrimitive.Content
        data-slot="tooltip-content"
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          "z-50 max-w-72 animate-appear rounded-in bg-float px-2 py-1 text-meta text-ink shadow-float",
          className,
        )}
        {...props}
      />
    </TooltipPrimitive.Portal>
  );
}
