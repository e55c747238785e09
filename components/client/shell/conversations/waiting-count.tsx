"use client";

import type { ReactNode } from "react";
import { useAskCount } from "@/components/client/asks";
import { cn } from "@/components/ui/cn";
import { t as common } from "@/lib/shared/i18n/en/common";

type WaitingCountProps = {
  isSmall?: boolean;
  fallback?: ReactNode;
};

export function WaitingCount({ isSmall = false, fallback = null }: WaitingCountProps) {
  const { count } = useAskCount();
  if (count === 0) return fallback;
  return (
    <span
      className={cn(
        "flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[11px] font-medium leading-none text-on-accent tabular-nums",
        isSmall && "absolute top-0.5 right-0.5 ring-2 ring-rail",
      )}
    >
      {count > 99 ? "99+" : count}
      <span className="sr-only"> {common("waitingForYou")}</span>
    </span>
  );
}
