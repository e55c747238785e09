"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import { CHANNEL_TITLES } from "@/lib/shared/channels";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import { channelsQuery, linkChannel } from "./api";
import { ConnectButtons, type CredentialsProps } from "./credentials";

const FIELDS = {
  phoneNumberId: {
    get label() {
      return t("phoneNumberId");
    },
    get hint() {
      return t("phoneNumberIdHint");
    },
  },
  accessToken: {
    get label() {
      return t("accessToken");
    },
    get hint() {
      return t("accessTokenHint");
    },
  },
  appSecret: {
    get label() {
      return t("appSecret");
    },
    get hint() {
      return t("appSecretHint");
    },
  },
  verifyToken: {
    get label() {
      return t("verifyToken");
    },
    get hint() {
      return t("verifyTokenHint");
    },
  },
} as const;
type Name = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Name[];
const EMPTY = { phoneNumberId: "", accessToken: "", appSecret: "", verifyToken: "" };

/** Form for the credentials of the Cloud API. The server tests them before it stores them. */
export function WhatsAppForm({ id, isNew, onDone, onCancel }: CredentialsProps) {
  const formId = useId();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [isTried, setIsTried] = useState(false);
  useLeaveGuard(Object.values(values).some(Boolean));
  const link = useMutation({
    mutationFn: () => linkChannel(id, values),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: channelsQuery.queryKey });
      setValues(EMPTY);
      onDone();
    },
  });
  const refused = link.error ? fieldErrors(link.error) : new Map<string, string>();
  const problemOf = (name: Name) => (isTried && !values[name].trim() ? t("missing") : refused.get(name));
  const other = link.error && refused.size === 0 ? failureText(link.error) : undefined;
  return (
    <form
      ref={form}
      noValidate
      className="flex max-w-form flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (link.isPending) return;
        setIsTried(true);
        const missing = NAMES.find((name) => !values[name].trim());
        if (missing) form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
        else link.mutate();
      }}
    >
      {NAMES.map((name) => {
        const problem = problemOf(name);
        const fieldId = `${formId}-${name}`;
        return (
          <Field key={name}>
            <FieldLabel htmlFor={fieldId} required>
              {FIELDS[name].label}
            </FieldLabel>
            <Input
              id={fieldId}
              name={name}
              type={name === "phoneNumberId" ? "text" : "password"}
              inputMode={name === "phoneNumberId" ? "numeric" : undefined}
              value={values[name]}
              autoComplete="off"
              spellCheck={false}
              aria-required
              aria-invalid={Boolean(problem)}
              aria-describedby={`${fieldId}-hint`}
              onChange={(event) => {
                setValues({ ...values, [name]: event.target.value });
                link.reset();
              }}
            />
            <FieldError id={`${fieldId}-hint`}>{problem}</FieldError>
            {!problem && <FieldDescription id={`${fieldId}-hint`}>{FIELDS[name].hint}</FieldDescription>}
          </Field>
        );
      })}
      {other && <FieldError>{other}</FieldError>}
      <p className="text-ink-2">{isNew ? t("encrypted") : t("otherAccount")}</p>
      <ConnectButtons isPending={link.isPending} title={CHANNEL_TITLES.whatsapp} onCancel={onCancel} />
    </form>
  );
}
