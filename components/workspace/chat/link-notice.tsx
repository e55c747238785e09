"use client";

import { useSyncExternalStore } from "react";
import { useShell } from "@/components/client/shell/shell-context";
import { t } from "@/lib/shared/i18n/en/chat";

function watchNetwork(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Reports that Easel is unreachable. An offline computer can still reach an Easel that runs on it. */
export function LinkNotice({ isLost, className }: { isLost: boolean; className?: string }) {
  // An empty conversation sends no requests, so also use the shell's check.
  const isOut = useShell().isLost || isLost;
  const isOnline = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
  return (
    <p role="status" className={className}>
      {isOut && (
        <span className="flex animate-late items-center gap-2 text-meta text-ink-2">
          <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-ink" />
          {isOnline ? t("reconnecting") : t("offline")}
        </span>
      )}
    </p>
  );
}
