"use client";

import { useMemo } from "react";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { usePins } from "./pins";

/**
 * A surface that is pinned in another conversation. Its id here is the pin's key, so that it differs from the
 * surface ids of this conversation.
 */
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
