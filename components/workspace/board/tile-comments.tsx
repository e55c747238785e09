"use client";

import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useRouter } from "@/components/ui/kit/agent-base";
import { later } from "@/components/ui/later";
import { useBoard as usePinBoard } from "@/components/workspace/canvas/pins/pins";
import { usePinDesk } from "@/components/workspace/canvas/pins/use-pin-desk";
import { DeskContext } from "@/components/workspace/chat/desk";
import { setPointing } from "@/components/workspace/chat/pointing";
import { CommentsButton } from "@/components/workspace/comments/comments-button";
import { handOver } from "@/components/workspace/comments/hand-over";
import type { TileView } from "@/lib/shared/boards/contract";
import { t } from "@/lib/shared/i18n/en/comments";
import { titleOf } from "./use-board";

type TileCommentsProps = {
  tile: TileView;
  board: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isPointing: boolean;
  onPointing: (isPointing: boolean) => void;
};

/** The comments of a tile. The agent fixes in the conversation of its surface, or in a new one for a component. */
export function TileComments({ tile, board, isPointing, ...open }: TileCommentsProps) {
  const { pin } = tile;
  const pins = usePinBoard();
  const router = useRouter();
  const desk = usePinDesk({ subscribe: pins.subscribe, open: pins.open, load: async () => {} }, pin);
  const title = titleOf(tile);
  const { surface, from } = pin;
  const shown = surface?.component?.bundle ?? surface?.versions.at(-1)?.id ?? "";
  useEffect(() => (isPointing ? () => setPointing(false) : undefined), [isPointing]);
  return (
    <>
      <CommentsButton
        {...open}
        title={title}
        place={{ board }}
        target={{ kind: "tile", board, item: tile.id }}
        shown={shown}
        isPointable={surface !== null}
        onFix={
          surface === null
            ? undefined
            : (comment, replies) => {
                open.onOpenChange(false);
                const isHere = from !== null && comment.shown === shown;
                const { points, comment: handed } = handOver(title, comment, replies, isHere);
                desk.say(
                  t("pleaseFix"),
                  { title: title.slice(0, 200), surface: surface.id },
                  { comment: handed, points },
                );
                if (from) router.push(`/chat/${from.id}`);
              }
        }
      />
      {isPointing &&
        createPortal(
          <DeskContext value={desk}>
            <PointLayer isOverPage />
          </DeskContext>,
          document.body,
        )}
    </>
  );
}

const PointLayer = later(() =>
  import("@/components/workspace/canvas/pointing/point-layer").then((module) => module.PointLayer),
);
