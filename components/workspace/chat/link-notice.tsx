"use client";

import { useSyncExternalStore } from "react";
import { useShell } from "@/components/client/shell/shell-context";

function watchNetwork(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Says that Easel is out of reach. A machine that is offline still reaches the Easel that runs on it. */
export function LinkNotice({ isLost, className }: { isLost: boolean; className?: string }) {
  // The frame asks too: a conversation that nobody has begun yet asks for nothing.
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
          {isOnline
            ? "Reconnecting. Easel does not answer; what you type is kept, and what it wrote will follow."
            : "You are offline. What you type is kept. Easel reconnects by itself."}
        </span>
      )}
    </p>
  );
}
