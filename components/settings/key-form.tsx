"use client";

import { ExternalLink } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import { KeyHint, type KeyHintProps } from "./key-hint";
import type { KeyInput, useKeyForm } from "./use-key-form";

type KeyFormProps = {
  id: string;
  connection: ReturnType<typeof useKeyForm>;
  /** `apiKey` and `baseUrl` are present if the service uses these fields. The required field comes first. */
  apiKey?: Pick<KeyHintProps, "from" | "variable" | "isNeeded">;
  baseUrl?: { isNeeded: boolean; placeholder: string; hint: ReactNode };
  testing: string;
  /** Replaces Save and the test by one button that tests, saves and begins. */
  onStart?: () => void;
  link: { href: string; label: string };
  children: ReactNode;
};

export function KeyForm(props: KeyFormProps) {
  const { id, connection, apiKey, baseUrl, testing, onStart, link, children } = props;
  const { form, outcome, test, save, removeKey } = connection;
  const submit = (event: FormEvent) => {
    if (!onStart) return save(event);
    event.preventDefault();
    onStart();
  };
  const { errors } = form.formState;
  const isBusy = outcome?.kind === "busy";
  const field = (name: keyof KeyInput, type: string, { label, isNeeded, placeholder, hint }: KeyField) => (
    <Field key={name} className="max-w-form">
      <FieldLabel htmlFor={`${id}-${name}`} required={isNeeded}>
        {label}
      </FieldLabel>
      <Input
        id={`${id}-${name}`}
        type={type}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-required={isNeeded}
        aria-invalid={errors[name] !== undefined}
        aria-describedby={`${id}-${name}-hint`}
        {...form.register(name)}
      />
      <FieldError id={`${id}-${name}-hint`}>{errors[name]?.message}</FieldError>
      {!errors[name] && hint(`${id}-${name}-hint`)}
    </Field>
  );
  const key =
    apiKey &&
    field("apiKey", "password", {
      label: t("apiKey"),
      isNeeded: apiKey.isNeeded,
      hint: (hintId) => <KeyHint id={hintId} {...apiKey} onRemove={removeKey} />,
    });
  const address =
    baseUrl &&
    field("baseUrl", "url", {
      label: common("address"),
      ...baseUrl,
      hint: (hintId) => <FieldDescription id={hintId}>{baseUrl.hint}</FieldDescription>,
    });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {baseUrl?.isNeeded ? [address, key] : [key, address]}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" aria-disabled={isBusy}>
          {onStart ? t("start") : common("save")}
        </Button>
        {!onStart && (
          <Button variant="outline" aria-disabled={isBusy} onClick={test}>
            {testing}
          </Button>
        )}
        <Button asChild variant="link" className="my-1 ml-2 font-normal max-md:ml-0">
          <a href={link.href} target="_blank" rel="noreferrer">
            {link.label}
            <ExternalLink aria-hidden className="size-3.5!" />
            <span className="sr-only">{t("opensInNewTab")}</span>
          </a>
        </Button>
      </div>
      {children}
    </form>
  );
}

type KeyField = {
  label: string;
  isNeeded: boolean;
  placeholder?: string;
  hint: (id: string) => ReactNode;
};
