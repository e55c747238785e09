"use client";

import { useDesk } from "@/components/workspace/chat/desk";
import { CommentsButton } from "@/components/workspace/comments/comments-button";
import { handOver } from "@/components/workspace/comments/hand-over";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/comments";
import type { SurfacePlace } from "./surface-place";

type SurfaceCommentsProps = {
  surface: Surface;
  place: SurfacePlace;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The comments of a surface. They belong to all of its versions. */
export function SurfaceComments({ surface, place, ...open }: SurfaceCommentsProps) {
  const { conversationId, isReader, say } = useDesk();
  const { messageId, toolCallId, title, id } = surface;
  const conversation = surface.home ?? place.conversation?.id ?? conversationId;
  if (conversation === "") return null;
  return (
    <CommentsButton
      {...open}
      title={title}
      place={{ conversation }}
      target={{ kind: "surface", conversation, item: `${messageId}/${toolCallId}` }}
      shown={versionOf(surface)}
      isPointable={place.onPoint !== undefined || !place.isGuest}
      onFix={
        isReader
          ? undefined
          : (comment, replies) => {
              open.onOpenChange(false);
              const isHere = conversation === conversationId && comment.shown === versionOf(surface);
              const { points, comment: handed } = handOver(title, comment, replies, isHere);
              const from = { title: title.slice(0, 200), surface: id };
              say(t("pleaseFix"), from, { comment: handed, points });
            }
      }
    />
  );
}

const versionOf = ({ component, versions, id }: Surface): string =>
  component?.bundle ?? versions.at(-1)?.id ?? id;
