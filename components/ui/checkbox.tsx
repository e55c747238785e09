"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as CheckboxPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Checkbox({ className, ...props }: ComponentProps<typeof CheckboxPrimitive.Root>) {
  return (
    <CheckboxPrimitive.Root
      data-slot="checkbox"
      className={cn(
        "group peer size-4 shrink-0 rounded-[4px] border border-line-control bg-sheet text-on-ink transition-colors phone:size-5",
        "not-disabled:hover:border-ink data-[state=checked]:border-ink data-[state=checked]:bg-ink",
        "data-[state=indeterminate]:border-ink data-[state=indeterminate]:bg-ink aria-invalid:border-danger",
        "disabled:border-line disabled:bg-fill-press disabled:text-ink-3",
        className,
      )}
      {...props}
    >
      <CheckboxPrimitive.Indicator className="flex items-center justify-center">
        <Check
          aria-hidden
          strokeWidth={2.5}
          className="size-3 group-data-[state=indeterminate]:hidden phone:size-4"
        />
        <Minus
          aria-hidden
          strokeWidth={2.5}
          className="hidden size-3 group-data-[state=indeterminate]:block phone:size-4"
        />
      </CheckboxPrimitive.Indicator>
    </CheckboxPrimitive.Root>
  );
}
