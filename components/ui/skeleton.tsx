import type { ComponentProps } from "react";
import { cn } from "./cn";

export const PanelSkeleton = () => <Skeleton className="m-4 h-60" />;

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
