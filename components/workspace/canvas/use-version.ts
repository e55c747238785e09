"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { readLibraryComponent } from "@/components/client/components";
import { componentOf } from "@/components/client/events";
import type { SurfaceState } from "@/components/client/surface-state";
import { surfaceStates } from "@/components/client/surface-states";
import { useDesk } from "@/components/workspace/chat/desk";
import { RESTORED, restoredOf } from "@/lib/shared/chat/surfaces/sheet-change";
import { EDITED, editsOf, withEdits } from "@/lib/shared/chat/surfaces/surface-edits";
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

/** Returns an entry of the surface's stored state; undefined while it loads. */
export function useSurfaceEntry(surface: Surface, key: string): unknown {
  const sheet = useSurfaceState(surface);
  useEffect(() => {
    void sheet?.ready();
  }, [sheet]);
  return useSyncExternalStore(sheet?.subscribe ?? noChange, () => sheet?.read(key), nothing);
}

/** Returns the surface with the versions that the user made. A library component has its live version. */
export function useEdited(surface: Surface): Surface {
  const entry = useSurfaceEntry(surface, EDITED);
  const newest = surface.versions.at(-1)?.id;
  const edits = useMemo(() => editsOf(entry, newest), [entry, newest]);
  const name = edits.at(-1)?.library?.shown.name;
  const { data: live } = useQuery({
    queryKey: ["library component", name],
    queryFn: () => readLibraryComponent(name ?? ""),
    enabled: name !== undefined,
    meta: { outdatedBy: (change) => name !== undefined && componentOf(change) === name },
  });
  return useMemo(() => {
    const last = edits.at(-1);
    const isNewer = last && live && live.shown.name === last.library?.shown.name;
    return withEdits(surface, isNewer ? [...edits.slice(0, -1), { ...last, library: live }] : edits);
  }, [surface, edits, live]);
}

/** Returns the id of the shown version of a surface with the user's versions. */
export function useShownVersion(edited: Surface): string | undefined {
  const entry = useSurfaceEntry(edited, RESTORED);
  const newest = edited.versions.at(-1)?.id;
  const restored = edited.versions.length > 1 && newest !== undefined ? restoredOf(entry, newest) : undefined;
  return edited.versions.some(({ id }) => id === restored) ? restored : newest;
}

export function useShown(surface: Surface): Surface {
  const edited = useEdited(surface);
  const shown = useShownVersion(edited);
  return useMemo(() => {
    const version = edited.versions.find(({ id }) => id === shown);
    return version ? ofVersion(edited, version) : edited;
  }, [edited, shown]);
}

const noChange = () => () => {};
const nothing = () => undefined;
