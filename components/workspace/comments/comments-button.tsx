"use client";

import { MessageSquareText } from "lucide-react";
import { Suspense, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { lazyView } from "@/components/ui/kit/lazy-view";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { setPointing } from "@/components/workspace/chat/pointing";
import type { Point } from "@/lib/shared/chat/points";
import type { CommentTarget } from "@/lib/shared/comments/target";
import { type Comment, targetKey } from "@/lib/shared/comments/view";
import { t } from "@/lib/shared/i18n/en/comments";
import { type CountedPlace, useCommentCounts } from "./api";

/** A comment that is being written. It lasts while the user points at a part, which closes the list. */
export type CommentDraft = { text: string; point?: Point };

export type CommentsProps = {
  target: CommentTarget;
  title: string;
  /** The version that is shown now. Places of comments on other versions are not shown. */
  shown: string;
  /** The user can point at a part of the target. */
  isPointable?: boolean;
  /** Hands a thread to the agent. */
  onFix?: (comment: Comment, replies: readonly Comment[]) => void;
};

type ButtonProps = CommentsProps & {
  place: CountedPlace;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Called when the user begins to point at a part of the target, and at the end. */
  onPointing?: (isPointing: boolean) => void;
};

/** Opens the comments of a target. Hidden until there is a comment, or the menu has opened the list. */
export function CommentsButton({ place, isOpen, onOpenChange, onPointing, ...comments }: ButtonProps) {
  const { target, title } = comments;
  const [draft, setDraft] = useState<CommentDraft>({ text: "" });
  const count = useCommentCounts(place).get(targetKey(target));
  const unread = count?.unread ?? 0;
  if (!count && !isOpen && draft.text === "") return null;
  const point = () => {
    onOpenChange(false);
    onPointing?.(true);
    setPointing(true, (taken) => {
      onPointing?.(false);
      if (taken) setDraft((now) => ({ ...now, point: taken }));
      onOpenChange(true);
    });
  };
  return (
    <Popover open={isOpen} onOpenChange={onOpenChange}>
      <PopoverTrigger asChild>
        <IconButton label={t("show", { title, unread })} className="relative" data-tip={t("comments")}>
          <MessageSquareText aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute top-0.5 right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[11px] font-medium text-on-accent tabular-nums"
            >
              {unread > 99 ? "99+" : unread}
            </span>
          )}
        </IconButton>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label={t("commentOn", { title })}
        className="w-[min(24rem,calc(100vw-1rem))] p-0"
      >
        <Suspense fallback={<Skeleton className="m-3 h-16" />}>
          <CommentsPanel
            {...comments}
            draft={draft}
            onDraft={setDraft}
            onPoint={comments.isPointable ? point : undefined}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}

const CommentsPanel = lazyView(() => import("./comments-panel").then((module) => module.CommentsPanel));
