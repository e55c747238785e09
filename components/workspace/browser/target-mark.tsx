"use client";

import { useEffect, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { BrowserState, BrowserTarget } from "@/lib/shared/browser/contract";
import { lineOf } from "@/lib/shared/chat/web-address";
import { t } from "@/lib/shared/i18n/en/browser";
import { inImage } from "./geometry";

/**
 * Time for which a target is shown after the server no longer reports it. Without it, the mark would be too
 * brief to see.
 */
const LINGER_MS = 500;

/** Marks the element that the agent is about to use, with the action. */
export function TargetMark({ browser: { target, viewport, url } }: { browser: BrowserState }) {
  const shown = useLingering(target, url);
  const place = shown && inImage(shown, viewport);
  if (!place) return null;
  const label = lineOf(shown.label, 40);
  const action = lineOf(shown.action, 20);
  // Place the label below the element if there is no space above.
  const isHigh = shown.y < viewport.height / 8;
  const isRight = shown.x + shown.width / 2 > viewport.width / 2;
  return (
    <div
      aria-hidden
      style={place}
      className="pointer-events-none absolute rounded-in shadow-[0_0_0_2px_var(--ink),0_0_0_4px_var(--sheet)]"
    >
      {action && (
        <span
          className={cn(
            "absolute max-w-60 truncate rounded-in bg-ink px-2 py-1 text-meta font-medium text-on-ink",
            isHigh ? "top-full mt-2" : "bottom-full mb-2",
            isRight ? "right-0" : "left-0",
          )}
        >
          {label ? t("marked", { action: capitalised(action), label }) : capitalised(action)}
        </span>
      )}
    </div>
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the target for `LINGER_MS` longer, unless the page navigated. */
function useLingering(target: BrowserTarget | null, url: string): BrowserTarget | null {
  const [last, setLast] = useState<{ target: BrowserTarget; url: string }>();
  if (target && last?.target !== target) setLast({ target, url });
  useEffect(() => {
    if (target || !last) return;
    const timer = setTimeout(() => setLast(undefined), LINGER_MS);
    return () => clearTimeout(timer);
  }, [target, last]);
  return target ?? (last?.url === url ? last.target : null);
}
