"use client";

import { useRouter } from "@/components/ui/kit/agent-base";
import { useBoard as usePinBoard } from "@/components/workspace/canvas/pins/pins";
import { usePinDesk } from "@/components/workspace/canvas/pins/use-pin-desk";
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
};

/** The comments of a tile. The agent fixes in the conversation of its surface, or in a new one for a component. */
export function TileComments({ tile, board, ...open }: TileCommentsProps) {
  const { pin } = tile;
  const pins = usePinBoard();
  const router = useRouter();
  const desk = usePinDesk({ subscribe: pins.subscribe, open: pins.open, load: async () => {} }, pin);
  const title = titleOf(tile);
  const { surface, from } = pin;
  return (
    <CommentsButton
      {...open}
      title={title}
      place={{ board }}
      target={{ kind: "tile", board, item: tile.id }}
      shown={surface?.component?.bundle ?? surface?.versions.at(-1)?.id ?? ""}
      onFix={
        surface === null
          ? undefined
          : (comment, replies) => {
              open.onOpenChange(false);
              const { comment: handed } = handOver(title, comment, replies);
              desk.say(
                t("pleaseFix"),
                { title: title.slice(0, 200), surface: surface.id },
                { comment: handed },
              );
              if (from) router.push(`/chat/${from.id}`);
            }
      }
    />
  );
}
