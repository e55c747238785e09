"use client";

import { Progress as ProgressPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { t } from "@/lib/shared/i18n/en/ui";
import { cn } from "./cn";

/** Progress up to `max` (100 by default). Without a value it is indeterminate: a static bar of one third. */
export function Progress({
  className,
  value,
  max = 100,
  ...props
}: ComponentProps<typeof ProgressPrimitive.Root>) {
  const isDeterminate = typeof value === "number" && max > 0;
  const part = isDeterminate ? Math.min(Math.max(value / max, 0), 1) * 100 : 33;
  return (
    <ProgressPrimitive.Root
      data-slot="progress"
      aria-label={props["aria-labelledby"] ? undefined : t("progress")}
      value={isDeterminate ? Math.min(Math.max(value, 0), max) : null}
      max={max}
      className={cn("relative h-1.5 w-full overflow-hidden rounded-full bg-fill-press", className)}
      {...props}
    >
      <ProgressPrimitive.Indicator
        data-slot="progress-indicator"
        className="size-full rounded-full bg-ink transition-transform forced-colors:bg-[CanvasText]! data-[state=indeterminate]:bg-ink-3"
        style={{ transform: `translateX(-${100 - part}%)` }}
      />
    </ProgressPrimitive.Root>
  );
}
