"use client";

import { Switch as SwitchPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Switch({ className, ...props }: ComponentProps<typeof SwitchPrimitive.Root>) {
  return (
    <SwitchPrimitive.Root
      data-slot="switch"
      className={cn(
        "relative inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-line-control bg-fill p-px transition-colors",
        "after:absolute after:-inset-x-1.5 after:-inset-y-3 not-disabled:hover:border-ink",
        "data-[state=checked]:border-ink data-[state=checked]:bg-ink disabled:border-line disabled:bg-fill-press",
        className,
      )}
      {...props}
    >
      <SwitchPrimitive.Thumb className="size-3.5 rounded-full bg-ink-2 transition-transform data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-on-ink data-disabled:bg-ink-3 motion-reduce:transition-none" />
    </SwitchPrimitive.Root>
  );
}
