"use client";

import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { Skeleton } from "@/components/ui/skeleton";
import type { Comment } from "@/lib/shared/comments/view";
import { t } from "@/lib/shared/i18n/en/comments";
import { useCommentAct, useComments } from "./api";
import { CommentForm } from "./comment-form";
import { CommentThread } from "./comment-thread";
import type { CommentDraft, CommentsProps } from "./comments-button";

type PanelProps = CommentsProps & {
  draft: CommentDraft;
  onDraft: (draft: CommentDraft) => void;
  onPoint?: () => void;
};

/** The comments of a target in threads, the open ones first, and a field for a new one. */
export function CommentsPanel({ target, shown, draft, onDraft, onPoint, onFix }: PanelProps) {
  const { data: comments, error } = useComments(target);
  const act = useCommentAct(target);
  const [hasResolved, setResolved] = useState(false);
  const threads = comments?.filter(({ parentId }) => parentId === null) ?? [];
  const resolved = threads.filter(({ isResolved }) => isResolved);
  const visible = hasResolved ? threads : threads.filter(({ isResolved }) => !isResolved);
  const repliesTo = (id: string): Comment[] => comments?.filter(({ parentId }) => parentId === id) ?? [];
  const problem = error ?? act.error;
  return (
    <div className="flex max-h-[inherit] flex-col">
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-3">
        {!comments && !error && <Skeleton className="my-3 h-16" />}
        {comments && visible.length === 0 && <p className="pt-3 text-ink-2">{t("none")}</p>}
        <ol aria-label={t("comments")} className="flex flex-col divide-y divide-line">
          {visible.map((comment) => (
            <CommentThread
              key={comment.id}
              comment={comment}
              replies={repliesTo(comment.id)}
              isMoved={comment.shown !== null && comment.shown !== shown}
              onAct={act.mutateAsync}
              onFix={onFix}
              mayDelete={target.kind === "app"}
            />
          ))}
        </ol>
        {resolved.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={hasResolved}
            className="-mx-2 self-start text-ink-3 max-md:h-11"
            onClick={() => setResolved(!hasResolved)}
          >
            {t("resolved", { count: resolved.length })}
          </Button>
        )}
      </div>
      <div className="flex flex-col gap-2 p-3">
        <FieldError>{problem && failureText(problem)}</FieldError>
        <CommentForm
          label={t("write")}
          draft={draft}
          onDraft={onDraft}
          onPoint={onPoint}
          onSend={async ({ text, point }) => {
            await act.mutateAsync({ kind: "add", text, ...(point && { point, shown }) });
            onDraft({ text: "" });
          }}
        />
      </div>
    </div>
  );
}
