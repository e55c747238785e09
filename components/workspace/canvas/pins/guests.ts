"use client";

import { useMemo, useState } from "react";
import { useSettledChanges } from "@/components/client/changes";
import { componentOf } from "@/components/client/events";
import { useRouter } from "@/components/ui/kit/agent-base";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { usePins } from "./pins";

/**
 * A surface that is pinned in another conversation. Its id here is the pin's key, so that it differs from the
 * surface ids of this conversation.
 */
export type Guest = {
  pin: Pin;
  surface: Surface;
  /** Takes away a guest that is not pinned. */
  onLeave?: () => void;
};

/** `visiting`: a component of the library that only this page shows, until the user takes it away. */
export function useGuests(conversationId: string, visiting: Pin | null = null): Guest[] {
  const pins = usePins();
  const [hasLeft, setHasLeft] = useState(false);
  const visitor = hasLeft || pins.some(({ key }) => key === visiting?.key) ? null : visiting;
  const name = visitor?.surface?.component?.name;
  const router = useRouter();
  useSettledChanges(
    (change) => name !== undefined && componentOf(change) === name,
    () => name !== undefined && router.refresh(),
  );
  return useMemo(() => {
    const guests = pins.flatMap((pin) => (pin.from?.id === conversationId ? [] : guestOf(pin)));
    const onLeave = () => setHasLeft(true);
    return visitor ? [...guests, ...guestOf(visitor).map((guest) => ({ ...guest, onLeave }))] : guests;
  }, [pins, conversationId, visitor]);
}

const guestOf = (pin: Pin): Guest[] =>
  pin.surface ? [{ pin, surface: { ...pin.surface, id: pin.key } }] : [];
