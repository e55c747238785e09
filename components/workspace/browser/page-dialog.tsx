"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { BrowserEventSent } from "@/lib/shared/browser/bodies";
import type { BrowserDialog } from "@/lib/shared/browser/contract";
import { t } from "@/lib/shared/i18n/en/browser";
import { t as common } from "@/lib/shared/i18n/en/common";

type PageDialogProps = {
  dialog: BrowserDialog;
  send: (event: BrowserEventSent) => void;
  onDone: () => void;
};

export function PageDialog({ dialog: { id, kind, message, value }, send, onDone }: PageDialogProps) {
  const titleId = useId();
  const messageId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(value);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>("input, [type=submit]");
    first?.focus({ preventScroll: true });
    if (first instanceof HTMLInputElement) first.select();
    return () => done.current();
  }, []);
  const answer = (accept: boolean) =>
    send({ type: "dialog", id, accept, ...(accept && kind === "prompt" && { text }) });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    answer(true);
  };
  return (
    <div
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={messageId}
      className="absolute inset-0 overflow-auto bg-fill/60 p-3"
    >
      <form
        ref={form}
        onSubmit={onSubmit}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          answer(false);
        }}
        className="mx-auto flex max-w-96 animate-appear flex-col gap-2 rounded-in bg-float p-3 text-ui text-ink shadow-float"
      >
        <p id={titleId} className="text-meta text-ink-3">
          {kind === "alert" ? t("pageSays") : t("pageAsks")}
        </p>
        <p id={messageId} className="max-h-40 overflow-auto break-words whitespace-pre-wrap">
          {message}
        </p>
        {kind === "prompt" && (
          <Input
            aria-labelledby={messageId}
            value={text}
            maxLength={2_000}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <div className="flex justify-end gap-2">
          {kind !== "alert" && (
            <Button variant="outline" onClick={() => answer(false)}>
              {common("cancel")}
            </Button>
          )}
          <Button type="submit">{t("ok")}</Button>
        </div>
      </form>
    </div>
  );
}
