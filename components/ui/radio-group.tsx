"use client";

import { RadioGroup as RadioGroupPrimitive } from "radix-ui";
import { type ComponentProps, useRef } from "react";
import { cn } from "./cn";

type RadioGroupProps = ComponentProps<typeof RadioGroupPrimitive.Root>;

const ARROWS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

/** Arrow keys move the focus and select, even on a very short press. */
export function RadioGroup({ className, onKeyDown, onKeyUp, onFocus, ...props }: RadioGroupProps) {
  // Radix moves the focus in a separate task, and selects the focused item only while the key is down. If
  // keydown and keyup arrive together, as from a screen reader or on a busy page, the key is up by then.
  const arrow = useRef<"down" | "up">(undefined);
  return (
    <RadioGroupPrimitive.Root
      data-slot="radio-group"
      className={cn("flex flex-col gap-3 data-[orientation=horizontal]:flex-row", className)}
      {...props}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (!ARROWS.has(event.key)) return;
        arrow.current = "down";
        // This timer runs after the task of Radix that moves the focus.
        setTimeout(() => {
          arrow.current = undefined;
        });
      }}
      onKeyUp={(event) => {
        onKeyUp?.(event);
        if (arrow.current) arrow.current = "up";
      }}
      onFocus={(event) => {
        onFocus?.(event);
        if (arrow.current === "up") event.target.closest<HTMLElement>("[role=radio]")?.click();
      }}
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
