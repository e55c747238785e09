"use client";

import { Slider as SliderPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { t } from "@/lib/shared/i18n/en/ui";
import { cn } from "./cn";

type SliderProps = ComponentProps<typeof SliderPrimitive.Root>;

/** Has one thumb for each number of `value` or `defaultValue`. The slider's labels apply to its thumbs. */
export function Slider({
  className,
  value,
  defaultValue,
  min = 0,
  max = 100,
  "aria-label": label,
  "aria-labelledby": labelledBy,
  "aria-describedby": describedBy,
  ...props
}: SliderProps) {
  const thumbs = (value ?? defaultValue ?? [min]).length;
  return (
    <SliderPrimitive.Root
      data-slot="slider"
      value={value}
      defaultValue={defaultValue ?? (value ? undefined : [min])}
      min={min}
      max={max}
      className={cn(
        "group/slider relative flex w-full touch-none items-center select-none py-2 phone:py-3.5",
        "data-[orientation=vertical]:h-full data-[orientation=vertical]:min-h-40 data-[orientation=vertical]:w-auto",
        "data-[orientation=vertical]:flex-col data-[orientation=vertical]:px-2 data-[orientation=vertical]:py-0",
        className,
      )}
      {...props}
    >
      <SliderPrimitive.Track
        data-slot="slider-track"
        className={cn(
          "relative grow overflow-hidden rounded-full bg-fill-press",
          "data-[orientation=horizontal]:h-1.5 data-[orientation=horizontal]:w-full",
          "data-[orientation=vertical]:h-full data-[orientation=vertical]:w-1.5",
        )}
      >
        <SliderPrimitive.Range
          data-slot="slider-range"
          className="absolute bg-ink forced-colors:bg-[CanvasText]! group-data-disabled/slider:bg-ink-3 data-[orientation=horizontal]:h-full data-[orientation=vertical]:w-full"
        />
      </SliderPrimitive.Track>
      {Array.from({ length: thumbs }, (_, index) => (
        <SliderPrimitive.Thumb
          // biome-ignore lint/suspicious/noArrayIndexKey: thumbs are identified by their position
          key={index}
          data-slot="slider-thumb"
          aria-label={nameOf(label, index, thumbs)}
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          className={cn(
            "relative block size-4 shrink-0 rounded-full border border-ink bg-sheet transition-shadow phone:size-5",
            "after:absolute after:-inset-2 hover:shadow-[0_0_0_4px_var(--fill-press)] data-disabled:border-line-control",
          )}
        />
      ))}
    </SliderPrimitive.Root>
  );
}

/** Radix names two thumbs by their order, but a label replaces these names. So add the order to the label. */
function nameOf(label: string | undefined, index: number, thumbs: number): string | undefined {
  if (!label || thumbs === 1) return label;
  if (thumbs > 2) return t("thumb", { label, at: index + 1, count: thumbs });
  return index === 0 ? t("thumbFrom", { label }) : t("thumbTo", { label });
}
