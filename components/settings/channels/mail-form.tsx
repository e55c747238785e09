"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { failureText, pathErrors } from "@/components/client/failure";
import { channelTitle } from "@/components/client/shell/origins/origin-looks";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t as channels } from "@/lib/shared/i18n/en/settingsChannels";
import { t } from "@/lib/shared/i18n/en/settingsMail";
import type { MailView } from "@/lib/shared/mail";
import { channelsQuery, linkChannel } from "./api";
import { ConnectButtons, type CredentialsProps } from "./credentials";
import { mailQuery } from "./mail-api";

const EMPTY = {
  ...{ address: "", password: "", name: "", user: "" },
  ...{ imapHost: "", imapPort: "993", imapTls: "tls", smtpHost: "", smtpPort: "465", smtpTls: "tls" },
};
type Values = typeof EMPTY;
type Name = keyof Values;

const REQUIRED = ["address", "password", "imapHost", "smtpHost"] as const;
const TLS = ["tls", "starttls", "none"] as const;
/** Fields of the request, by the field of the form that shows their errors. */
const PATHS: Partial<Record<Name, string>> = {
  ...{ address: "account.address", name: "account.name", user: "account.user", password: "password" },
  ...{ imapHost: "account.imap.host", imapPort: "account.imap.port" },
  ...{ smtpHost: "account.smtp.host", smtpPort: "account.smtp.port" },
};

/** Form for an account. The server signs in to both servers before it stores it. */
export function MailForm(props: CredentialsProps) {
  const { data } = useQuery({ ...mailQuery, enabled: !props.isNew });
  if (!props.isNew && !data) return null;
  return <Form {...props} start={valuesOf(data?.account ?? null)} />;
}

function Form({ id, isNew, onDone, onCancel, start }: CredentialsProps & { start: Values }) {
  const formId = useId();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(start);
  const [isTried, setIsTried] = useState(false);
  useLeaveGuard(JSON.stringify(values) !== JSON.stringify(start));
  const link = useMutation({
    mutationFn: () => linkChannel(id, bodyOf(values)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: channelsQuery.queryKey });
      onDone();
    },
  });
  const refused = link.error ? pathErrors(link.error) : new Map<string, string>();
  const problemOf = (name: Name) => {
    const isMissing = REQUIRED.some((one) => one === name) && !values[name].trim();
    return isTried && isMissing ? channels("missing") : refused.get(PATHS[name] ?? "");
  };
  const fieldOf = (name: Name) => ({
    id: `${formId}-${name}`,
    name,
    value: values[name],
    problem: problemOf(name),
    isRequired: REQUIRED.some((one) => one === name),
    onChange: (value: string) => {
      setValues({ ...values, [name]: value });
      link.reset();
    },
  });
  return (
    <form
      ref={form}
      noValidate
      className="flex max-w-form flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (link.isPending) return;
        setIsTried(true);
        const missing = REQUIRED.find((name) => !values[name].trim());
        if (missing) form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
        else link.mutate();
      }}
    >
      <TextField {...fieldOf("address")} label={t("address")} inputMode="email" />
      <TextField {...fieldOf("password")} label={t("password")} hint={t("passwordHint")} type="password" />
      <TextField {...fieldOf("imapHost")} label={t("imapHost")} placeholder={hostFor("imap", values)} />
      <TextField {...fieldOf("smtpHost")} label={t("smtpHost")} placeholder={hostFor("smtp", values)} />
      <details>
        <summary className="w-fit cursor-pointer rounded-in text-ink-2">{t("more")}</summary>
        <div className="mt-3 grid grid-cols-2 gap-4 max-md:grid-cols-1">
          <TextField {...fieldOf("name")} label={t("name")} />
          <TextField {...fieldOf("user")} label={t("user")} hint={t("userHint")} />
          <TextField {...fieldOf("imapPort")} label={t("imapPort")} inputMode="numeric" />
          <TlsField {...fieldOf("imapTls")} label={t("imapTls")} />
          <TextField {...fieldOf("smtpPort")} label={t("smtpPort")} inputMode="numeric" />
          <TlsField {...fieldOf("smtpTls")} label={t("smtpTls")} />
        </div>
      </details>
      {link.error && refused.size === 0 && <FieldError role="alert">{failureText(link.error)}</FieldError>}
      {!isNew && <p className="text-ink-2">{channels("otherAccount")}</p>}
      <ConnectButtons isPending={link.isPending} title={channelTitle("mail")} onCancel={onCancel} />
    </form>
  );
}

type FieldProps = {
  id: string;
  name: Name;
  label: string;
  value: string;
  problem: string | undefined;
  isRequired: boolean;
  onChange: (value: string) => void;
};

type TextFieldProps = FieldProps & {
  hint?: string;
  type?: "password";
  inputMode?: "email" | "numeric";
  placeholder?: string;
};

function TextField({ id, label, problem, isRequired, hint, onChange, ...input }: TextFieldProps) {
  return (
    <Field>
      <FieldLabel htmlFor={id} required={isRequired}>
        {label}
      </FieldLabel>
      <Input
        id={id}
        {...input}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-required={isRequired}
        aria-invalid={Boolean(problem)}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldError id={`${id}-hint`}>{problem}</FieldError>
      {!problem && hint && <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>}
    </Field>
  );
}

const TlsField = ({ id, name, label, value, onChange }: FieldProps) => (
  <Field>
    <FieldLabel htmlFor={id}>{label}</FieldLabel>
    <NativeSelect id={id} name={name} value={value} onChange={(event) => onChange(event.target.value)}>
      {TLS.map((one) => (
        <NativeSelectOption key={one} value={one}>
          {t(one)}
        </NativeSelectOption>
      ))}
    </NativeSelect>
  </Field>
);

function valuesOf(account: MailView["account"]): Values {
  if (!account) return EMPTY;
  const { address, name, user, imap, smtp } = account;
  return {
    ...{ address, name, password: "", user: user === address ? "" : user },
    ...{ imapHost: imap.host, imapPort: `${imap.port}`, imapTls: imap.tls },
    ...{ smtpHost: smtp.host, smtpPort: `${smtp.port}`, smtpTls: smtp.tls },
  };
}

const bodyOf = (values: Values) => ({
  account: {
    address: values.address.trim(),
    name: values.name.trim(),
    user: values.user.trim() || values.address.trim(),
    imap: { host: values.imapHost.trim(), port: Number(values.imapPort), tls: values.imapTls },
    smtp: { host: values.smtpHost.trim(), port: Number(values.smtpPort), tls: values.smtpTls },
  },
  password: values.password,
});

function hostFor(service: "imap" | "smtp", { address }: Values): string {
  const domain = address.split("@")[1]?.trim();
  return `${service}.${domain || "example.org"}`;
}
