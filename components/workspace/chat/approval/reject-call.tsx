"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { t } from "@/lib/shared/i18n/en/chatApproval";
import { t as common } from "@/lib/shared/i18n/en/common";

type RejectCallProps = { isSending: boolean; onReject: (reason: string) => void; onCancel: () => void };

export function RejectCall({ isSending, onReject, onCancel }: RejectCallProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isSending) onReject(reason.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape") onCancel();
  };
  return (
    <form aria-label={t("rejectCall")} onSubmit={send} className="flex flex-col gap-3">
      <Field>
        <FieldLabel htmlFor={id}>{t("instead")}</FieldLabel>
        <Textarea
          ref={field}
          id={id}
          rows={1}
          maxLength={10_000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          onKeyDown={onKeyDown}
          className="min-h-control bg-sheet max-md:text-field"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="destructive" disabled={isSending}>
          {t("reject")}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}
