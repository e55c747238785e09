"use client";

import { useMemo } from "react";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { usePins } from "./pins";

/** A surface pinned elsewhere. Its id is the pin's key, which is no surface id of this conversation. */
export type Guest = { pin: Pin; surface: Surface };

export function useGuests(conversationId: string): Guest[] {
  const pins = usePins();
  return useMemo(
    () =>
      pins.flatMap((pin) =>
        pin.surface && pin.from?.id !== conversationId
          ? [{ pin, surface: { ...pin.surface, id: pin.key } }]
          : [],
      ),
    [pins, conversationId],
  );
}
