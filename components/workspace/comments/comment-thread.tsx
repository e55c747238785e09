"use client";

import { Check, Pencil, RotateCcw, Trash2, Wrench } from "lucide-react";
import { useState } from "react";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { useRights } from "@/components/ui/kit/rights";
import { PointChips } from "@/components/workspace/chat/point-chips";
import type { Comment } from "@/lib/shared/comments/view";
import { t } from "@/lib/shared/i18n/en/comments";
import type { CommentAct } from "./api";
import { CommentForm } from "./comment-form";
import type { CommentsProps } from "./comments-button";

type ThreadProps = Pick<CommentsProps, "onFix"> & {
  comment: Comment;
  replies: readonly Comment[];
  /** The target has changed since, so that the place may be another one now. */
  isMoved: boolean;
  /** The owner of the agent may delete comments of others. */
  mayDelete: boolean;
  onAct: (act: CommentAct) => Promise<void>;
};

export function CommentThread({ comment, replies, isMoved, onAct, onFix, mayDelete }: ThreadProps) {
  const [reply, setReply] = useState<string>();
  const { id, isResolved, isDeleted, point } = comment;
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <Entry comment={comment} onAct={onAct} mayDelete={mayDelete}>
        {point && !isMoved && <PointChips points={[point]} />}
        {point && isMoved && <p className="text-meta text-ink-3">{t("placeGone")}</p>}
      </Entry>
      {replies.length > 0 && (
        <ol className="flex flex-col gap-2 border-line border-l pl-3">
          {replies.map((one) => (
            <li key={one.id}>
              <Entry comment={one} onAct={onAct} mayDelete={mayDelete} />
            </li>
          ))}
        </ol>
      )}
      {reply !== undefined ? (
        <CommentForm
          label={t("replyTo", { author: nameOf(comment) })}
          draft={{ text: reply }}
          onDraft={({ text }) => setReply(text)}
          onCancel={() => setReply(undefined)}
          onSend={async ({ text }) => {
            await onAct({ kind: "add", text, parentId: id });
            setReply(undefined);
          }}
        />
      ) : (
        <div className="-mx-2 flex flex-wrap items-center">
          <Button variant="ghost" size="sm" className="max-md:h-11" onClick={() => setReply("")}>
            {t("reply")}
          </Button>
          {onFix && !isDeleted && (
            <Button variant="ghost" size="sm" className="max-md:h-11" onClick={() => onFix(comment, replies)}>
              <Wrench aria-hidden />
              {t("askAgent")}
            </Button>
          )}
          <IconButton
            label={t(isResolved ? "reopen" : "resolve")}
            className="ml-auto"
            onClick={() => void onAct({ kind: "resolve", id, isResolved: !isResolved }).catch(() => {})}
          >
            {isResolved ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
          </IconButton>
        </div>
      )}
    </li>
  );
}

const nameOf = ({ author, isOwn }: Comment): string => (isOwn ? t("you") : author || t("owner"));

type EntryProps = Pick<ThreadProps, "comment" | "onAct" | "mayDelete"> & { children?: React.ReactNode };

function Entry({ comment, onAct, mayDelete, children }: EntryProps) {
  const { id, text, createdAt, isOwn, isVisitor, isEdited, isDeleted } = comment;
  const [now] = useState(() => new Date().toISOString());
  const [edited, setEdited] = useState<string>();
  const isModerator = useRights().may({ right: "own" }) && mayDelete;
  const author = nameOf(comment);
  const groups = [
    [
      isOwn && { label: t("edit"), icon: Pencil, onSelect: () => setEdited(text) },
      (isOwn || isModerator) && {
        ...{ label: t("remove"), icon: Trash2, isDestructive: true },
        onSelect: () => void onAct({ kind: "delete", id }).catch(() => {}),
      },
    ].filter((action) => action !== false),
  ];
  if (isDeleted) return <p className="text-ink-3">{t("deleted")}</p>;
  return (
    <article aria-label={author} className="flex flex-col gap-1">
      <div className="flex items-center gap-1.5">
        <p className="min-w-0 flex-1 text-meta text-ink-3 wrap-anywhere">
          <span className="font-medium text-ink">{author}</span>
          {isVisitor && ` · ${t("visitor")}`} · <When at={createdAt} now={now} />
          {isEdited && ` · ${t("edited")}`}
        </p>
        <ActionsButton label={t("more", { author })} groups={groups} className="-my-1.5 -mr-2" />
      </div>
      {children}
      {edited === undefined ? (
        <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      ) : (
        <CommentForm
          label={t("edit")}
          action={t("save")}
          draft={{ text: edited }}
          onDraft={({ text: next }) => setEdited(next)}
          onCancel={() => setEdited(undefined)}
          onSend={async ({ text: next }) => {
            await onAct({ kind: "edit", id, text: next });
            setEdited(undefined);
          }}
        />
      )}
    </article>
  );
}
