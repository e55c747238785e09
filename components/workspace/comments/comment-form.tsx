"use client";

import { MousePointerClick } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Textarea } from "@/components/ui/textarea";
import { PointChips } from "@/components/workspace/chat/point-chips";
import { MAX_COMMENT } from "@/lib/shared/comments/view";
import { t } from "@/lib/shared/i18n/en/comments";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { CommentDraft } from "./comments-button";

type CommentFormProps = {
  label: string;
  draft: CommentDraft;
  onDraft: (draft: CommentDraft) => void;
  onSend: (draft: CommentDraft) => Promise<void>;
  onCancel?: () => void;
  onPoint?: () => void;
  action?: string;
};

/** A field for a comment. Ctrl or Cmd and Enter send it. */
export function CommentForm({ label, draft, onDraft, onSend, onCancel, onPoint, action }: CommentFormProps) {
  const [isSending, setSending] = useState(false);
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (draft.text.trim() === "" || isSending) return;
    setSending(true);
    try {
      await onSend({ ...draft, text: draft.text.trim() });
    } catch {
      // The panel shows the error, and the text stays.
    } finally {
      setSending(false);
    }
  };
  return (
    <form className="flex flex-col gap-2" onSubmit={(event) => void send(event)}>
      {draft.point && (
        <PointChips points={[draft.point]} onRemove={() => onDraft({ ...draft, point: undefined })} />
      )}
      <Textarea
        aria-label={label}
        placeholder={label}
        maxLength={MAX_COMMENT}
        value={draft.text}
        onChange={({ target }) => onDraft({ ...draft, text: target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      <div className="flex items-center justify-end gap-1">
        {onPoint && (
          <IconButton label={t("point")} className="mr-auto -ml-2" onClick={onPoint}>
            <MousePointerClick aria-hidden />
          </IconButton>
        )}
        {onCancel && (
          <Button variant="ghost" size="sm" className="max-md:h-11" onClick={onCancel}>
            {common("cancel")}
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          className="max-md:h-11"
          disabled={draft.text.trim() === "" || isSending}
        >
          {action ?? t("send")}
        </Button>
      </div>
    </form>
  );
}
