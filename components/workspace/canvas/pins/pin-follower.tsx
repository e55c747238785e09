"use client";

import { useSettledChanges } from "@/components/client/changes";
import { componentOf, PINS } from "@/components/client/events";
import { type Command, useCommands } from "@/components/ui/kit/commands";
import { t } from "@/lib/shared/i18n/en/canvasPins";
import type { PinBoard } from "./pin-board";
import { useBoard, usePins } from "./pins";
import { usePinning } from "./use-pinning";

/** Keeps the pins in sync with the server and adds an unpin command for each to the palette. */
export function PinFollower() {
  const board = useBoard();
  useSettledChanges(
    (change) => concerns(board, change),
    () => {
      // Do not load the pins in a tab that has shown none so far.
      if (board.pins()) board.load().catch(() => {});
    },
  );

  const pins = usePins();
  const { unpin } = usePinning();
  useCommands(
    pins.flatMap((pin): Command[] =>
      pin.surface
        ? [
            {
              id: `unpin ${pin.key}`,
              label: t("unpin", { title: pin.surface.title }),
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

/**
 * Returns whether a change may affect the pins. Ignores the open conversation, which updates its own pins.
 */
function concerns(board: PinBoard, change: string): boolean {
  if (change === PINS) return true;
  const name = componentOf(change);
  return (board.pins() ?? []).some(({ from, surface }) =>
    from
      ? from.id === change && board.open()?.id !== change
      : name !== undefined && surface?.component?.name === name,
  );
}
