import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Placeholder of a loading panel. */
export const PanelSkeleton = () => <Skeleton className="m-4 h-60" />;

/** Placeholder that becomes visible only after a delay. */
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
