"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useBoard, usePins } from "@/components/canvas/pins/pins";
import { usePinning } from "@/components/canvas/pins/use-pinning";
import { lastChat } from "@/components/settings/last-chat";
import { notify } from "@/components/shell/notify";
import { newId } from "@/lib/shared/chat/id";
import { componentPinKey } from "@/lib/shared/chat/pins";
import { componentSurface, surfaceHash } from "@/lib/shared/chat/surfaces";
import type { Component } from "@/lib/shared/components/contract";

type Shown = Pick<Component, "name" | "version"> & { bundle: string; props: Record<string, unknown> };

/** Puts a component of the library on the canvas, where it lies beside every conversation. */
export function useComponentPin(shown: Shown) {
  const router = useRouter();
  const board = useBoard();
  const { pin, unpin } = usePinning();
  const { name } = shown;
  const pinned = usePins().find(({ key }) => key === componentPinKey(name));
  useEffect(() => {
    if (!board.pins()) board.load().catch(() => {});
  }, [board]);

  const togglePin = () => {
    if (pinned) return unpin(pinned);
    const surface = componentSurface({ ...shown, at: new Date().toISOString() });
    pin({ key: componentPinKey(name), from: null, surface, asks: [] });
    void notify(`“${name}” is on the canvas`, {
      action: {
        label: "Go there",
        onClick: () => router.push(`${lastChat() ?? `/chat/${newId()}`}${surfaceHash(surface)}`),
      },
    });
  };
  return { isPinned: pinned !== undefined, togglePin };
}
