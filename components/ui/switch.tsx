"use client";

import { Switch as SwitchPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

type SwitchProps = ComponentProps<typeof SwitchPrimitive.Root> & { size?: "sm" | "default" };

export function Switch({ className, size = "default", ...props }: SwitchProps) {
  return (
    <SwitchPrimitive.Root
      data-slot="switch"
      data-size={size}
      className={cn(
        "group/switch peer relative inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-line-control bg-fill p-px transition-colors",
        "after:absolute after:-inset-x-1.5 after:-inset-y-3 not-disabled:hover:border-ink",
        "data-[state=checked]:border-ink data-[state=checked]:bg-ink disabled:border-line disabled:bg-fill-press",
        "data-[size=sm]:h-3.5 data-[size=sm]:w-6",
        className,
      )}
      {...props}
    >
      <SwitchPrimitive.Thumb
        className={cn(
          "size-3.5 rounded-full bg-ink-2 transition-transform forced-colors:bg-[CanvasText]! data-disabled:bg-ink-3 motion-reduce:transition-none",
          "data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-on-ink",
          "group-data-[size=sm]/switch:size-2.5 group-data-[size=sm]/switch:data-[state=checked]:translate-x-2.5",
        )}
      />
    </SwitchPrimitive.Root>
  );
}
