"use client";

import { Label as LabelPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Label({ className, ...props }: ComponentProps<typeof LabelPrimitive.Root>) {
  return (
    <LabelPrimitive.Root
      data-slot="label"
      className={cn(
        "text-ui font-medium wrap-anywhere text-ink group-data-[disabled=true]:text-ink-3 peer-disabled:text-ink-3",
        // If the label contains its control, put both in a row.
        "has-[>button,>input,>svg]:flex has-[>button,>input,>svg]:items-center has-[>button,>input,>svg]:gap-2",
        className,
      )}
      {...props}
    />
  );
}
