"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import { Switch } from "@/components/ui/switch";
import { CHANNEL_TITLES } from "@/lib/shared/channels";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import { channelsQuery, linkChannel } from "./api";
import { ConnectButtons, type CredentialsProps } from "./credentials";

/** Form for a bot's token. The server tests the token before it stores it. */
export function TokenForm({ id, isNew, onDone, onCancel }: CredentialsProps) {
  const fieldId = useId();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [token, setToken] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [isByWebhook, setIsByWebhook] = useState(false);
  useLeaveGuard(token !== "");
  const link = useMutation({
    mutationFn: () => linkChannel(id, { token: token.trim(), ...(isByWebhook && { webhook: true }) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: channelsQuery.queryKey });
      setToken("");
      onDone();
    },
    onError: () => field.current?.focus(),
  });
  const refused = link.error && (fieldErrors(link.error).get("token") ?? failureText(link.error));
  const problem = isMissing ? t("missing") : refused;
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (link.isPending) return;
        setIsMissing(!token.trim());
        if (token.trim()) link.mutate();
        else field.current?.focus();
      }}
    >
      <Field className="max-w-form">
        <FieldLabel htmlFor={fieldId} required>
          {t("botToken")}
        </FieldLabel>
        <Input
          ref={field}
          id={fieldId}
          type="password"
          value={token}
          placeholder="123456789:AAE…"
          autoComplete="off"
          spellCheck={false}
          autoFocus={!isNew}
          aria-required
          aria-invalid={Boolean(problem)}
          aria-describedby={`${fieldId}-hint`}
          onChange={(event) => {
            setToken(event.target.value);
            setIsMissing(false);
            link.reset();
          }}
        />
        <FieldError id={`${fieldId}-hint`}>{problem}</FieldError>
        {!problem && (
          <FieldDescription id={`${fieldId}-hint`}>
            {isNew ? t("encrypted") : t("otherAccount")}
          </FieldDescription>
        )}
      </Field>
      <details className="text-ink-2">
        <summary className="w-fit cursor-pointer rounded-in">{t("publicServer")}</summary>
        <label htmlFor={`${fieldId}-webhook`} className="mt-2 flex max-w-form items-start gap-2">
          <Switch id={`${fieldId}-webhook`} checked={isByWebhook} onCheckedChange={setIsByWebhook} />
          {t("byWebhook")}
        </label>
      </details>
      <ConnectButtons isPending={link.isPending} title={CHANNEL_TITLES.telegram} onCancel={onCancel} />
    </form>
  );
}
