"use client";

import { type ReactNode, Suspense, useState, useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Shows `fallback` while `children` load their code, but keeps server-rendered content until then. A Suspense boundary
 * on the server would send the fallback first, and the page would visibly change.
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
