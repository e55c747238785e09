"use client";

import { useEffect } from "react";
import { useChanges } from "@/components/client/changes";
import { componentOf, PINS } from "@/components/client/events";
import { type Command, useCommands } from "@/components/kit/commands";
import type { PinBoard } from "./board";
import { useBoard, usePins } from "./pins";
import { usePinning } from "./use-pinning";

const SETTLE_MS = 100;

/** Keeps what is pinned true to the server, and offers everywhere to unpin it. */
export function PinFollower() {
  const board = useBoard();
  const listen = useChanges();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen((change) => {
      if (!concerns(board, change)) return;
      clearTimeout(timer);
      timer = setTimeout(() => board.load().catch(() => {}), SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [board, listen]);

  const pins = usePins();
  const { unpin } = usePinning();
  useCommands(
    pins.flatMap((pin): Command[] =>
      pin.surface
        ? [
            {
              id: `unpin ${pin.key}`,
              label: `Unpin “${pin.surface.title}”`,
              group: "Layout",
              keywords: ["pinned", "canvas", "sheet"],
              run: () => unpin(pin),
            },
          ]
        : [],
    ),
    "frame",
  );
  return null;
}

/** A tab that has shown no pins asks for none; the conversation that is open tells of its own. */
function concerns(board: PinBoard, change: string | null): boolean {
  const pins = board.pins();
  if (!pins) return false;
  if (change === null || change === PINS) return true;
  const name = componentOf(change);
  return pins.some(({ from, surface }) =>
    from
      ? from.id === change && board.open()?.id !== change
      : name !== undefined && surface?.component?.name === name,
  );
}
