import type { ComponentProps } from "react";
import { cn } from "./cn";

/** In the place of a panel whose code or content is on its way. */
export const PanelSkeleton = () => <Skeleton className="m-4 h-60" />;

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
