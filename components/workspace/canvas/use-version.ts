"use client";

import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { SurfaceState } from "@/components/client/surface-state";
import { surfaceStates } from "@/components/client/surface-states";
import { useDesk } from "@/components/workspace/chat/desk";
import { RESTORED, restoredOf } from "@/lib/shared/chat/surfaces/sheet-change";
import { ofVersion } from "@/lib/shared/chat/surfaces/surface-versions";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";

export function useSurfaceState({ messageId, toolCallId, home }: Surface): SurfaceState | undefined {
  const desk = useDesk();
  const conversationId = home ?? desk.conversationId;
  return useMemo(
    () =>
      conversationId && typeof window !== "undefined"
        ? surfaceStates().of(conversationId, messageId, toolCallId)
        : undefined,
    [conversationId, messageId, toolCallId],
  );
}

export function useShownVersion(surface: Surface): string | undefined {
  const sheet = useSurfaceState(surface);
  const newest = surface.versions.at(-1)?.id;
  const hasVersions = surface.versions.length > 1;
  useEffect(() => {
    if (hasVersions) void sheet?.ready();
  }, [sheet, hasVersions]);
  const read = () =>
    hasVersions && newest !== undefined ? restoredOf(sheet?.read(RESTORED), newest) : undefined;
  const restored = useSyncExternalStore(sheet?.subscribe ?? noChange, read, nothing);
  return surface.versions.some(({ id }) => id === restored) ? restored : newest;
}

export function useShown(surface: Surface): Surface {
  const shown = useShownVersion(surface);
  return useMemo(() => {
    const version = surface.versions.find(({ id }) => id === shown);
    return version ? ofVersion(surface, version) : surface;
  }, [surface, shown]);
}

const noChange = () => () => {};
const nothing = () => undefined;
