import type { ComponentProps } from "react";
import { cn } from "./cn";
import { fieldBox } from "./input";

/** Grows with its text up to a maximum height. */
export function Textarea({ className, rows = 2, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      data-slot="textarea"
      rows={rows}
      className={cn(fieldBox, "field-sizing-content max-h-60 min-h-14 resize-y px-2.5 py-1.5", className)}
      {...props}
    />
  );
}
