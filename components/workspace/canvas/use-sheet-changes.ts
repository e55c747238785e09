"use client";

import { useEffect } from "react";
import { useChanges } from "@/components/client/changes";
import { surfaceOf } from "@/components/client/events";
import { surfaceStates } from "@/components/client/sheet-states";

/** Applies changes made to sheets in other tabs. */
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
