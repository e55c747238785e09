"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

type LoadFailureProps = {
  /** In one row where there is room. */
  isInline?: boolean;
  size?: "sm";
  className?: string;
  onRetry: () => void;
  /** What was not loaded, and why. */
  children: ReactNode;
};

/** Says that something was not loaded, with a button that tries again. */
export const LoadFailure = ({ isInline, size, className, onRetry, children }: LoadFailureProps) => (
  <div
    className={cn(
      "flex",
      isInline ? "flex-wrap items-center gap-3" : "flex-col items-start gap-2",
      className,
    )}
  >
    <p role="alert">{children}</p>
    <Button variant="outline" size={size ?? (isInline ? "sm" : "default")} onClick={onRetry}>
      Try again
    </Button>
  </div>
);
