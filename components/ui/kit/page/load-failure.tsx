"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { t as common } from "@/lib/shared/i18n/en/common";

type LoadFailureProps = {
  isInline?: boolean;
  size?: "sm";
  className?: string;
  onRetry: () => void;
  children: ReactNode;
};

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
      {common("tryAgain")}
    </Button>
  </div>
);
