"use client";

import { type ReactNode, Suspense, useState, useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Stands in for code that is loaded when it is needed. What the server has drawn is kept as it is until the code is there:
 * in a boundary, the server would send the stand-in first, and the page would be seen to change.
 */
export function Later({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const isServers = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isFromServer] = useState(isServers);
  return isFromServer ? children : <Suspense fallback={fallback}>{children}</Suspense>;
}
