"use client";

import { useEffect } from "react";
import { useChanges } from "@/components/client/changes";
import { surfaceOf } from "@/components/client/events";
import { surfaceStates } from "@/components/client/surface-states";

/** Applies changes made to surfaces in other tabs. */
export function useSurfaceChanges(): void {
  const listen = useChanges();
  useEffect(
    () =>
      listen((change) => {
        const surface = change === null ? undefined : surfaceOf(change);
        if (change === null) surfaceStates().doubt();
        else if (surface) surfaceStates().changed(surface.conversation, surface.id, surface.version);
      }),
    [listen],
  );
}
