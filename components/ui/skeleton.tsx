import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A still block in the shape of what comes; it shows itself only when the wait is long enough to be felt. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden
      data-slot="skeleton"
      className={cn("animate-late rounded-in bg-fill", className)}
      {...props}
    />
  );
}
