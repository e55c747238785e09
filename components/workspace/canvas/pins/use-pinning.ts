"use client";

import { useMemo } from "react";
import { failureText } from "@/components/client/failure";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import type { PinBoard } from "./pin-board";
import { useBoard } from "./pins";

export function usePinning() {
  const board = useBoard();
  return useMemo(
    () => ({ pin: (pin: Pin) => pinTo(board, pin), unpin: (pin: Pin) => unpinFrom(board, pin) }),
    [board],
  );
}

function pinTo(board: PinBoard, pin: Pin): void {
  board
    .pin(pin)
    .catch((error) => say(`Could not pin “${titleOf(pin)}”. ${failureText(error)}`, () => pinTo(board, pin)));
}

/**
 * A surface of another conversation disappears from this page when the user unpins it, so offer to undo that.
 */
function unpinFrom(board: PinBoard, pin: Pin): void {
  const isElsewhere = pin.from?.id !== board.open()?.id;
  const notice = `unpinned-${pin.key}`;
  const undo = () => {
    void dismiss(notice);
    pinTo(board, pin);
  };
  board.unpin(pin).then(
    () =>
      isElsewhere &&
      void notify(`Unpinned “${titleOf(pin)}”`, { id: notice, action: { label: "Undo", onClick: undo } }),
    (error) => say(`Could not unpin “${titleOf(pin)}”. ${failureText(error)}`, () => unpinFrom(board, pin)),
  );
}

const titleOf = ({ surface }: Pin): string => surface?.title ?? "The sheet";

const say = (message: string, again: () => void) =>
  void notifyProblem(message, { action: { label: "Try again", onClick: again } });
