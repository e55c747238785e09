"use client";

import { useSyncExternalStore } from "react";
import { clock, fullTime } from "@/lib/shared/chat/time";

const never = () => () => {};

/** The person's zone; UTC in what the server draws, which the browser then corrects. */
export const useTimeZone = (): string =>
  useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );

/** False in what the server draws, and in the browser's first drawing. */
export const useIsBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** A time of day in the person's zone, which only the browser knows: the server leaves its place empty. */
export function Clock({ at, className }: { at: string; className?: string }) {
  const isBrowser = useIsBrowser();
  return (
    <time dateTime={at} title={isBrowser ? fullTime(at) : undefined} className={className}>
      {isBrowser ? clock(at) : "\u2007\u2007\u2007\u2007\u2007"}
    </time>
  );
}
