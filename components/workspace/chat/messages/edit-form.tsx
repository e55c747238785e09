"use client";

import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { t as chat } from "@/lib/shared/i18n/en/chat";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { t as common } from "@/lib/shared/i18n/en/common";
import { MAX_MESSAGE_CHARS, tooLong } from "@/lib/shared/text/too-long";
import { useThread } from "../thread";
import { useGrowth } from "./use-growth";

type EditFormProps = {
  messageId: string;
  text: string;
  hasFiles: boolean;
  problem: string | undefined;
  children: ReactNode;
};

export function EditForm({ messageId, text: before, hasFiles, problem, children }: EditFormProps) {
  const { drafts, busy, sendEdit, leaveEdit } = useThread();
  const [text, setText] = useState(drafts.get(messageId) ?? before);
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowth(field, text);
  useEffect(() => {
    const { current } = field;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  const over = tooLong(text.trim().length, MAX_MESSAGE_CHARS);
  const error = over === null ? problem && t("notSent", { problem }) : t("shorten", { over });
  const canSend = over === null && (text.trim() !== "" || hasFiles) && !busy;
  const change = (next: string) => {
    drafts.set(messageId, next);
    setText(next);
  };
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (canSend) sendEdit(messageId, text.trim());
  };
  const cancel = () => {
    drafts.delete(messageId);
    leaveEdit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape") cancel();
  };
  return (
    <form
      aria-label={t("editMessage")}
      onSubmit={send}
      className="flex flex-col gap-2 rounded-sheet border border-line-strong bg-sheet pb-2.5 transition-colors focus-within:border-ink"
    >
      <textarea
        ref={field}
        rows={1}
        value={text}
        enterKeyHint="send"
        aria-label={t("yourMessage")}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-[50dvh] w-full resize-none bg-transparent px-3.5 pt-2.5 text-prose outline-none"
      />
      <div className="flex flex-wrap gap-2 px-3.5 empty:hidden">{children}</div>
      <FieldError className="px-3.5">{error}</FieldError>
      <div className="flex items-center justify-end gap-2 px-2.5">
        <Button variant="ghost" onClick={cancel}>
          {common("cancel")}
        </Button>
        <Button type="submit" disabled={!canSend} title={busy}>
          {chat("send")}
        </Button>
      </div>
    </form>
  );
}
