"use client";

import { useSyncExternalStore } from "react";
import { clock, fullTime } from "@/lib/shared/chat/time";

const never = () => () => {};

/** Returns the user's time zone; UTC on the server and during hydration. */
export const useTimeZone = (): string =>
  useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );

/** Returns false on the server and during hydration. */
export const useIsBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Shows a time of day in the user's zone. The server renders a placeholder, because only the browser knows
 * the zone.
 */
export function Clock({ at, className }: { at: string; className?: string }) {
  const isBrowser = useIsBrowser();
  return (
    <time dateTime={at} title={isBrowser ? fullTime(at) : undefined} className={className}>
      {isBrowser ? clock(at) : "\u2007\u2007\u2007\u2007\u2007"}
    </time>
  );
}
