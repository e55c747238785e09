"use client";

import { RadioGroup as RadioGroupPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function RadioGroup({ className, ...props }: ComponentProps<typeof RadioGroupPrimitive.Root>) {
  return (
    <RadioGroupPrimitive.Root
      data-slot="radio-group"
      className={cn("flex flex-col gap-3 data-[orientation=horizontal]:flex-row", className)}
      {...props}
    />
  );
}

export function RadioGroupItem({ className, ...props }: ComponentProps<typeof RadioGroupPrimitive.Item>) {
  return (
    <RadioGroupPrimitive.Item
      data-slot="radio-group-item"
      className={cn(
        "peer flex size-4 shrink-0 items-center justify-center rounded-full border border-line-control bg-sheet transition-colors phone:size-5",
        "not-disabled:hover:border-ink data-[state=checked]:border-ink aria-invalid:border-danger",
        "disabled:border-line disabled:bg-fill-press",
        className,
      )}
      {...props}
    >
      <RadioGroupPrimitive.Indicator className="size-2 rounded-full bg-ink phone:size-2.5 forced-colors:bg-[CanvasText]!" />
    </RadioGroupPrimitive.Item>
  );
}
