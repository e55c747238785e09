"use client";

import { useMemo } from "react";
import { failureText } from "@/components/client/failure";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import { t } from "@/lib/shared/i18n/en/canvasPins";
import { t as common } from "@/lib/shared/i18n/en/common";
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
    .catch((error) =>
      say(t("pinFailed", { pin: titleOf(pin), error: failureText(error) }), () => pinTo(board, pin)),
    );
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
      void notify(t("unpinned", { pin: titleOf(pin) }), {
        id: notice,
        action: { label: common("undo"), onClick: undo },
      }),
    (error) =>
      say(t("unpinFailed", { pin: titleOf(pin), error: failureText(error) }), () => unpinFrom(board, pin)),
  );
}

const titleOf = ({ surface }: Pin): string => surface?.title ?? t("sheet");

const say = (message: string, again: () => void) =>
  void notifyProblem(message, { action: { label: common("tryAgain"), onClick: again } });
