"use client";

import type { VariantProps } from "class-variance-authority";
import { ToggleGroup as ToggleGroupPrimitive } from "radix-ui";
import { type ComponentProps, createContext, use } from "react";
import { cn } from "./cn";
import { toggleVariants } from "./toggle";

/** Frame of a segmented control. `segment` is one option, also as a link. */
export const segments = "inline-flex w-fit rounded-in bg-fill p-0.5";
export const segment = [
  "inline-flex h-6 items-center justify-center rounded-[4px] px-2.5 text-ui text-ink-2 transition-colors phone:h-10 phone:px-4",
  "hover:text-ink disabled:text-ink-3",
].join(" ");
export const chosenSegment = "bg-float font-medium text-ink shadow-[0_0_0_1px_var(--line)]";

type Look = VariantProps<typeof toggleVariants> & { spacing?: number };

const LookContext = createContext<Look>({});

/** A segmented control. With a variant, size or spacing, its items are separate toggles. */
export function ToggleGroup({
  className,
  variant,
  size,
  spacing = 0,
  ...props
}: ComponentProps<typeof ToggleGroupPrimitive.Root> & Look) {
  const isApart = Boolean(variant || size || spacing);
  return (
    <LookContext value={isApart ? { variant: variant ?? "default", size, spacing } : {}}>
      <ToggleGroupPrimitive.Root
        data-slot="toggle-group"
        className={cn(isApart ? "flex w-fit items-center" : segments, className)}
        {...props}
        style={isApart ? { gap: spacing * 4, ...props.style } : props.style}
      />
    </LookContext>
  );
}

export function ToggleGroupItem({
  className,
  variant,
  size,
  ...props
}: ComponentProps<typeof ToggleGroupPrimitive.Item> & Omit<Look, "spacing">) {
  const look = use(LookContext);
  return (
    <ToggleGroupPrimitive.Item
      data-slot="toggle-group-item"
      className={cn(
        look.variant
          ? [
              toggleVariants({ variant: variant ?? look.variant, size: size ?? look.size }),
              !look.spacing && "rounded-none border-l-0 first:rounded-l-in first:border-l last:rounded-r-in",
            ]
          : [
              segment,
              "gap-2 data-[state=on]:bg-float data-[state=on]:font-medium data-[state=on]:text-ink",
              "data-[state=on]:shadow-[0_0_0_1px_var(--line)] [&_:where(svg:not([class*='size-']))]:size-4",
            ],
        className,
      )}
      {...props}
    />
  );
}
