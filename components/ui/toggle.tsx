"use client";

import { cva, type VariantProps } from "class-variance-authority";
import { Toggle as TogglePrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const toggleVariants = cva(
  [
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-in border border-transparent text-ui font-medium",
    "whitespace-nowrap text-ink-2 transition-colors select-none [&_:where(svg:not([class*='size-']))]:size-4 [&_svg]:shrink-0",
    "not-disabled:hover:bg-fill-hover not-disabled:hover:text-ink disabled:text-ink-3",
    "data-[state=on]:bg-fill-press data-[state=on]:text-ink",
  ],
  {
    variants: {
      variant: { default: "bg-transparent", outline: "border-line-strong bg-sheet" },
      size: {
        default: "h-control min-w-control px-2",
        sm: "h-control-small min-w-control-small px-1.5",
        lg: "h-10 min-w-10 px-2.5 phone:h-12",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

export function Toggle({
  className,
  variant,
  size,
  ...props
}: ComponentProps<typeof TogglePrimitive.Root> & VariantProps<typeof toggleVariants>) {
  return (
    <TogglePrimitive.Root
      data-slot="toggle"
      className={cn(toggleVariants({ variant, size }), className)}
      {...props}
    />
  );
}
